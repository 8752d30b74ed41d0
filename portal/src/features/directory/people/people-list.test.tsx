import { QueryClientProvider } from "@tanstack/react-query"
import { admintypes } from "@uc/contract/account/calls"
import { peopleAdminCalls, peopleAdminMessages, type ListedPerson } from "@uc/contract/people/admin-calls"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createQueryClient } from "../../../platform/http/use-call.ts"
import { answering, serveFakes } from "../../../testing/fake-answers.ts"
import { someUser } from "../../../testing/some-user.ts"
import { PeopleList } from "./people-list.tsx"

const administrator = { ...someUser, admintype: admintypes.organisation }

function listed(id: string, nickname: string, more: Partial<ListedPerson> = {}): ListedPerson {
  return {
    id,
    orgid: administrator.orgid,
    orgname: "实验小学",
    usercode: `code${id}`,
    nickname,
    phone: null,
    email: null,
    deptname: "教务处",
    postname: "",
    admintype: 0,
    isDisabled: false,
    ...more,
  }
}

let sentGrants: unknown[]

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  sentGrants = []
  serveFakes(
    answering(peopleAdminCalls.list, () => ({
      items: [
        listed("31", "张一"),
        listed("32", "李二"),
        listed("33", "停三", { isDisabled: true }),
        listed("34", "高四", { admintype: admintypes.area }),
        listed(administrator.id, "自己"),
      ],
      next: null,
      total: 5,
    })),
    answering(peopleAdminCalls.setStates, (sent) => {
      sentGrants.push(JSON.parse(sent.get("json") ?? ""))
      return { changed: 1, refused: [{ id: "32", nickname: "李二", message: peopleAdminMessages.aboveYou }] }
    }),
    answering(peopleAdminCalls.setAdmintypes, (sent) => {
      sentGrants.push(JSON.parse(sent.get("json") ?? ""))
      return {
        changed: 1,
        refused: [{ id: "32", nickname: "李二", message: peopleAdminMessages.disabledPerson }],
      }
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

function show() {
  const element = (
    <PeopleList user={administrator} node={{ kind: "organisation", id: "10" }} elsewhere={null} />
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test("[DISTRICT-2] several people are made administrators at once; who was refused is told", async () => {
  const user = show()
  const table = await screen.findByRole("table", { name: "人员列表" })
  // Neither whom nobody may change nor oneself.
  const boxes = within(table).getAllByRole("checkbox", { name: /^选择(?!本页)/ })
  expect(boxes.map((box) => box.getAttribute("aria-label"))).toEqual(["选择张一", "选择李二", "选择停三"])
  await user.click(within(table).getByRole("checkbox", { name: "选择本页全部" }))
  await user.click(screen.getByRole("button", { name: "管理权限" }))
  await user.click(screen.getByRole("button", { name: "保存" }))
  const told = await screen.findByRole("alert")
  expect(told.textContent).toContain(`以下人员没有调整：李二（${peopleAdminMessages.disabledPerson}）`)
  expect(sentGrants).toEqual([{ personids: ["31", "32"], admintype: admintypes.organisation }])
})

test("[DAY-13] several people are disabled or enabled at once; who was refused is told", async () => {
  const user = show()
  const table = await screen.findByRole("table", { name: "人员列表" })
  await user.click(within(table).getByRole("checkbox", { name: "选择本页全部" }))
  await user.click(screen.getByRole("button", { name: "停用" }))
  const dialog = within(screen.getByRole("dialog", { name: "停用所选的2人？" }))
  await user.click(dialog.getByRole("button", { name: "停用" }))
  const told = await screen.findByRole("alert")
  expect(told.textContent).toContain(`李二（${peopleAdminMessages.aboveYou}）`)
  // Who is out of use already is only enabled again.
  await user.click(within(table).getByRole("checkbox", { name: "选择停三" }))
  expect(screen.queryByRole("button", { name: "停用" })).toBeNull()
  await user.click(screen.getByRole("button", { name: "启用" }))
  await user.click(
    within(screen.getByRole("dialog", { name: "启用所选的1人？" })).getByRole("button", { name: "启用" }),
  )
  await vi.waitFor(() =>
    expect(sentGrants).toEqual([
      { personids: ["31", "32"], isDisabled: 1 },
      { personids: ["33"], isDisabled: 0 },
    ]),
  )
})
