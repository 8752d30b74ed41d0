import { admintypes } from "@uc/contract/account/calls"
import { peopleAdminCalls, type PersonDetails } from "@uc/contract/people/admin-calls"
import {
  peopleTransferCalls,
  transferConsequences,
  transferMessages,
  type PersonTransfer,
  type PlaceChange,
} from "@uc/contract/people/transfer-calls"
import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { JSX } from "react"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { pick } from "../../../platform/dialogs/pick.ts"
import { createQueryClient } from "../../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { someUser } from "../../../testing/some-user.ts"
import { PlaceHistory } from "./place-history.tsx"
import { TransferDialog } from "./transfer-dialog.tsx"
import { TransfersDrawer } from "./transfers-drawer.tsx"

vi.mock("../../../platform/dialogs/pick.ts")

const person: PersonDetails = {
  id: "7",
  orgid: "10",
  orgname: "实验小学",
  usercode: "lisi",
  nickname: "李四",
  phone: null,
  email: null,
  admintype: 0,
  isDisabled: false,
  sex: "",
  role: "",
  usertype: 40,
  places: [],
  version: 5,
  lastSignIn: null,
  oneTimeUntil: null,
  isActivated: true,
  mayChange: true,
  mayReset: true,
  grantable: [0],
}
const transfer: PersonTransfer = {
  id: "3",
  kind: "move",
  state: "asked",
  nickname: "李四",
  usercode: "lisi",
  orgid: "10",
  orgname: "实验小学",
  toOrgid: "11",
  toOrgname: "第二小学",
  note: "",
  askedBy: "王芳",
  askedAt: "2026-11-17 08:00:00",
  answeredBy: null,
  answeredAt: null,
  newUsercode: null,
  mayAnswer: true,
  mayWithdraw: false,
}

let sent: unknown[]
let refusal: string | null

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  sent = []
  refusal = null
  const wrote =
    <T,>(answer: T) =>
    (input: URLSearchParams) => {
      if (refusal !== null) throw new Refused(refusal)
      sent.push(JSON.parse(input.get("json") ?? ""))
      return answer
    }
  serveFakes(
    answering(peopleTransferCalls.begin, wrote({ isDone: false })),
    answering(peopleTransferCalls.beginEnd, wrote({ isDone: false })),
    answering(peopleTransferCalls.answer, wrote({})),
    answering(peopleTransferCalls.list, () => [transfer]),
    answering(peopleTransferCalls.history, (): PlaceChange[] => [
      {
        id: "9",
        kind: "second",
        orgname: "实验小学",
        toOrgname: "第二小学",
        at: "2026-11-16 08:00:00",
        mayEnd: true,
      },
    ]),
    answering(peopleAdminCalls.posts, () => []),
  )
})
afterEach(() => vi.unstubAllGlobals())

function show(element: JSX.Element) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const dialog = (
  <TransferDialog
    user={{ ...someUser, admintype: admintypes.organisation }}
    person={person}
    onClose={() => {}}
  />
)

test("[DISTRICT-6] who begins a transfer is told what it means and names the other side", async () => {
  const user = show(dialog)
  for (const words of transferConsequences.move) expect(await screen.findByText(words)).toBeTruthy()
  const submit = screen.getByRole("button", { name: "提交给对方确认" })
  await user.click(submit)
  expect(await screen.findByText(transferMessages.targetMissing)).toBeTruthy()
  await user.type(screen.getByLabelText("调入单位全称"), "第二小学")
  await user.click(submit)
  await vi.waitFor(() =>
    expect(sent).toEqual([{ personid: "7", version: 5, kind: "move", note: "", orgname: "第二小学" }]),
  )
})

test("[DISTRICT-6] a refusal stands at the organisation and keeps what was typed", async () => {
  refusal = transferMessages.targetUnknown
  const user = show(dialog)
  await user.type(await screen.findByLabelText("调入单位全称"), "第三小学")
  await user.click(screen.getByRole("button", { name: "提交给对方确认" }))
  expect(await screen.findByText(transferMessages.targetUnknown)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>("调入单位全称").value).toBe("第三小学")
})

test("[DISTRICT-6] the other side agrees with a department, and not without one", async () => {
  vi.mocked(pick).mockResolvedValue([{ id: "20", name: "教务处" }] as never)
  const user = show(<TransfersDrawer organisation={null} onClose={() => {}} />)
  await user.click(await screen.findByRole("button", { name: "同意李四的调动" }))
  const form = within(await screen.findByRole("dialog", { name: "同意“李四”的调动？" }))
  // Nobody else is waited for.
  expect(screen.getByText(transferMessages.awaitsYou)).toBeTruthy()
  expect(form.getByText(/^同意后，账号和密码不变/)).toBeTruthy()
  await user.click(form.getByRole("button", { name: "同意" }))
  expect(await form.findByText(transferMessages.placeMissing)).toBeTruthy()
  await user.click(form.getByRole("button", { name: "选择部门" }))
  await user.click(form.getByRole("button", { name: "同意" }))
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { id: "3", isAccepted: 1, places: [{ deptid: "20", postid: null, isMain: true }] },
    ]),
  )
})

test("[DISTRICT-6] a second place is ended from the person's history, with the other side", async () => {
  const user = show(<PlaceHistory personid="7" />)
  await user.click(await screen.findByRole("button", { name: "取消在第二小学的兼职" }))
  expect(await screen.findByText(transferConsequences.end.join(""))).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "取消兼职" }))
  await vi.waitFor(() => expect(sent).toMatchObject([{ id: "9" }]))
})
