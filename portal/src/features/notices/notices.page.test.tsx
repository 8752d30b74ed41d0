import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { Call } from "@uc/contract/core/call"
import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { directoryCalls } from "@uc/contract/directory/calls"
import { schoolLevelTable } from "@uc/contract/organisations/school-levels"
import {
  noticeCalls,
  noticeMessages,
  type Notice,
  type NoticeDetail,
  type WrittenNotice,
} from "@uc/contract/notices/calls"
import { receiptCalls } from "@uc/contract/notices/receipt-calls"
import type { NamedRecipients } from "@uc/contract/notices/recipients"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { MemoryRouter } from "react-router"
import { beforeEach, expect, test, vi } from "vitest"
import { Failure } from "../../platform/http/failure.ts"
import { keepInformationList } from "./information.ts"
import { send } from "../../platform/http/send.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { Component } from "./notices.page.tsx"
import { chooseOption } from "../../testing/choose-option.ts"

vi.mock("../../platform/http/send.ts", async (original) => ({
  ...(await original<typeof import("../../platform/http/send.ts")>()),
  send: vi.fn(),
}))
/** jsdom lays nothing out, which the editor needs; a browser test writes with it. */
vi.mock("../rich-text/rich-text.tsx", () => ({
  default: ({ html, onChange }: { html: string; onChange: (html: string) => void }) => (
    <textarea aria-label="正文" defaultValue={html} onChange={({ target }) => onChange(target.value)} />
  ),
}))
vi.mock("../../platform/realtime/events.ts", () => ({ onEvent: () => () => undefined }))

const notice: Notice = {
  id: "7",
  title: "停水通知",
  category: "通知公告",
  orgname: "文澜区教育局",
  createtime: "2026-11-15 08:00:00",
  isPinned: false,
  isRead: false,
  wantsReceipt: false,
  isConfirmed: false,
}
const written: WrittenNotice = {
  id: "7",
  version: 3,
  title: "停水通知",
  category: "通知公告",
  state: "published",
  publishedAt: "2026-11-15 08:00:00",
  createdAt: "2026-11-15 07:00:00",
  author: "王芳",
  isForOwn: true,
  isShared: true,
  forKind: null,
  forSchoolLevel: null,
  forTag: null,
  organisations: 0,
  departments: 0,
  people: 0,
  isPinned: false,
  wantsReceipt: false,
  recipients: 60,
  read: 2,
  confirmed: 0,
}
const named: NamedRecipients = { organisations: [], departments: [], people: [] }
const detail: NoticeDetail = {
  ...notice,
  author: null,
  body: "<p>第一段</p><p><strong>第二段</strong></p>",
  attachments: [
    {
      id: "31",
      name: "安排.docx",
      type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      bytes: 20_480,
      width: null,
      height: null,
    },
  ],
}
const answers = new Map<Call, (input: Record<string, unknown>) => unknown>()

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  keepInformationList(["通知公告", "政策法规"])
  keepUser({ ...someUser, usertype: usertypes.bureau, admintype: admintypes.area, areaname: "文澜区" })
  answers.clear()
  answers.set(noticeCalls.list, () => ({ total: 31, items: [notice], older: "0-1-7" }))
  answers.set(noticeCalls.detail, () => detail)
  answers.set(noticeCalls.written, () => ({ items: [written], older: null }))
  answers.set(noticeCalls.writtenDetail, () => ({
    ...written,
    body: "<p>旧正文</p>",
    attachments: [],
    named,
  }))
  answers.set(dictionaryCalls.codesByParent, (input) =>
    (input as { parentcode: string }).parentcode === schoolLevelTable
      ? [{ code: "primary", name: "小学", parentcode: schoolLevelTable, sortNo: 1, isDisabled: false }]
      : [],
  )
  answers.set(directoryCalls.tags, () => [])
  answers.set(receiptCalls.audience, () => ({ people: 60, organisations: 5 }))
  answers.set(noticeCalls.bell, () => ({ unread: 0, items: [] }))
  vi.mocked(send).mockReset()
  vi.mocked(send).mockImplementation(async (call: Call, input) => answers.get(call)?.(input) ?? {})
})

function shown(at = "/main/notices") {
  render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={createQueryClient()}>
        <Component />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}
const madeOf = (call: Call) => vi.mocked(send).mock.calls.filter(([made]) => made === call)
const lastOf = (call: Call) => madeOf(call).at(-1)?.[1]
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }, { timeout: 5000 }))

test("[HOME-4] filters begin at the first page, pages go by cursor", async () => {
  shown()
  await press("下一页")
  expect(lastOf(noticeCalls.list)).toEqual({ limit: 15, before: "0-1-7" })
  await chooseOption(screen.getByLabelText("范围"), "未读")
  expect(lastOf(noticeCalls.list)).toEqual({ limit: 15, isunread: 1 })
  await chooseOption(screen.getByLabelText("分类"), "政策法规")
  answers.set(noticeCalls.list, () => ({ total: 0, items: [], older: null }))
  await userEvent.type(screen.getByLabelText("标题"), " 停水 {Enter}")
  await vi.waitFor(() =>
    expect(lastOf(noticeCalls.list)).toEqual({ limit: 15, isunread: 1, kind: "政策法规", title: "停水" }),
  )
  expect(await screen.findByText("没有符合条件的通知")).toBeTruthy()
})

test("[HOME-2] the number of unread notices leads to them; a bad address is ignored", async () => {
  shown("/main/notices?state=unread")
  await screen.findByText(notice.title)
  expect(lastOf(noticeCalls.list)).toEqual({ limit: 15, isunread: 1 })
  shown("/main/notices?state=constructor")
  await vi.waitFor(() => expect(lastOf(noticeCalls.list)).toEqual({ limit: 15 }))
})

test("[HOME-1] a notice is marked as read once its text is shown, and not before", async () => {
  answers.set(noticeCalls.detail, () => {
    throw new Failure("refused", noticeMessages.gone)
  })
  shown("/main/notices?notice=7")
  expect(await screen.findByText(noticeMessages.gone)).toBeTruthy()
  expect(madeOf(noticeCalls.read)).toEqual([])
  answers.set(noticeCalls.detail, () => detail)
  await userEvent.click(screen.getByRole("button", { name: "重试", hidden: true }))
  expect(await screen.findByText("第二段")).toBeTruthy()
  await vi.waitFor(() => expect(lastOf(noticeCalls.read)).toEqual({ noticeids: "7" }))
})

test("[HOME-5] a save has the opened version; a refusal keeps the text and the request", async () => {
  shown("/main/notices?tab=written")
  await press("修改停水通知")
  const form = within(await screen.findByRole("dialog", { name: "修改通知", hidden: true }))
  await userEvent.clear(form.getByLabelText("标题"))
  const save = () => userEvent.click(form.getByRole("button", { name: "保存", hidden: true }))
  await save()
  expect(form.getByText(noticeMessages.titleMissing)).toBeTruthy()
  await userEvent.type(form.getByLabelText("标题"), "停电通知")
  answers.set(noticeCalls.save, () => {
    throw new Failure("refused", noticeMessages.changed)
  })
  await save()
  await save()
  expect(form.getByRole("alert", { hidden: true }).textContent).toBe(noticeMessages.changed)
  expect(form.getByLabelText<HTMLInputElement>("标题").value).toBe("停电通知")
  const [first, again] = madeOf(noticeCalls.save)
  expect(first?.[1]).toEqual({
    noticeid: "7",
    version: 3,
    title: "停电通知",
    kind: "通知公告",
    body: "<p>旧正文</p>",
    isForOwn: true,
    isShared: true,
    organisations: "",
    departments: "",
    people: "",
    wantsReceipt: false,
    isPinned: false,
    publish: "now",
  })
  expect(first?.[2]?.idempotencyKey).toBe(again?.[2]?.idempotencyKey)
})

test("[HOME-5] deleting asks first and sends the version that was seen", async () => {
  shown("/main/notices?tab=written")
  await press("删除停水通知")
  expect(madeOf(noticeCalls.remove)).toEqual([])
  await userEvent.click(screen.getByRole("button", { name: "删除", hidden: true }))
  expect(lastOf(noticeCalls.remove)).toEqual({ noticeid: "7", version: 3 })
})

test("[ROLE-2] who administers nothing has the list alone, whatever the address says", async () => {
  keepUser({ ...someUser, admintype: admintypes.none })
  shown("/main/notices?tab=written")
  expect(await screen.findByRole("button", { name: /停水通知/ })).toBeTruthy()
  expect([screen.queryByRole("tab"), screen.queryByRole("button", { name: "写通知" })]).toEqual([null, null])
})

test("[DISTRICT-7] a notice is written for one 学段 of the area", async () => {
  answers.set(noticeCalls.save, () => written)
  shown("/main/notices?tab=written")
  await press("修改停水通知")
  const form = within(await screen.findByRole("dialog", { name: "修改通知", hidden: true }))
  await chooseOption(form.getByLabelText("学段"), "小学")
  await userEvent.click(form.getByRole("button", { name: "保存", hidden: true }))
  await vi.waitFor(() =>
    expect(lastOf(noticeCalls.save)).toMatchObject({ isShared: true, forSchoolLevel: "primary" }),
  )
})

test("[DAY-17] the text of a notice is marked as required", async () => {
  shown("/main/notices?tab=written")
  await userEvent.click(await screen.findByRole("button", { name: "写通知", hidden: true }))
  const form = await screen.findByRole("dialog", { name: "写通知", hidden: true })
  expect(within(form).getByText("正文").parentElement?.textContent).toBe("正文*")
})
