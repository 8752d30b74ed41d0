import type { Call } from "@uc/contract/core/call"
import { drawerMessages } from "@uc/contract/drawers/drawers"
import type { SearchedPerson } from "@uc/contract/people/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { profileCalls } from "@uc/contract/account/profile-calls"
import { screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { Failure } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { forgetUser, keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { renderPage } from "../../testing/render-page.tsx"
import PersonDrawer from "./person-drawer.tsx"

vi.mock("../../platform/http/send.ts", () => ({ send: vi.fn() }))

const person: SearchedPerson = {
  id: "7",
  username: "王小明",
  usercode: "wangxm",
  deptname: "教务处、语文组",
  postname: "教务主任",
  ids: ["1", "2"],
}

function shown(orgid?: string) {
  renderPage(<PersonDrawer options={{ id: "7", ...(orgid && { orgid }) }} />)
}

beforeEach(() => keepUser(someUser))

test("[DLG-4] shows name, every department, post and account, from the own organisation", async () => {
  vi.mocked(send).mockImplementation(async (call: Call) =>
    call === profileCalls.pictureOf ? { himg: "/picture?personid=7" } : [person],
  )
  shown()
  expect(await screen.findByRole("heading", { name: "王小明" })).toBeTruthy()
  expect(screen.getByText("教务处")).toBeTruthy()
  expect(screen.getByText("语文组")).toBeTruthy()
  expect(screen.getByText("wangxm")).toBeTruthy()
  expect(vi.mocked(send).mock.calls[0]?.[1]).toEqual({ orgid: someUser.orgid, ids: "7" })
  await vi.waitFor(() =>
    expect(document.querySelector("img")?.getAttribute("src")).toBe("/picture?personid=7"),
  )
})

test("[PICK-0] a failed call says so and is retried; a person who is gone has a message", async () => {
  vi.mocked(send).mockRejectedValue(new Failure("server", "服务器内部错误"))
  shown("9")
  expect((await screen.findByRole("alert")).textContent).toContain(pickerMessages.failed)
  vi.mocked(send).mockResolvedValue([])
  await userEvent.click(screen.getByRole("button", { name: "重试" }))
  expect(await screen.findByText(drawerMessages.nobody)).toBeTruthy()
  expect(vi.mocked(send).mock.lastCall?.[1]).toEqual({ orgid: "9", ids: "7" })
})

test("[PERSON-3] without a user there is no call", () => {
  forgetUser()
  shown()
  expect(screen.getByRole("alert").textContent).toContain(pickerMessages.person.userMissing)
})
