import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import type { Call } from "@uc/contract/core/call"
import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { directoryCalls } from "@uc/contract/directory/calls"
import { noticeCalls, type Notice, type WrittenNotice } from "@uc/contract/notices/calls"
import { receiptCalls, receiptMessages, type ReminderPlan } from "@uc/contract/notices/receipt-calls"
import { recipientMessages } from "@uc/contract/notices/recipients"
import { MemoryRouter } from "react-router"
import { beforeEach, expect, test, vi } from "vitest"
import { pick } from "../../platform/dialogs/pick.ts"
import { Failure } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { keepInformationList } from "./information.ts"
import { Component } from "./notices.page.tsx"

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
vi.mock("../../platform/dialogs/pick.ts", () => ({ pick: vi.fn() }))
vi.mock("../../platform/realtime/events.ts", () => ({ onEvent: () => () => undefined }))

const notice: Notice = {
  id: "7",
  title: "安全自查",
  category: "通知公告",
  orgname: "文澜区教育局",
  createtime: "2026-11-15 08:00:00",
  isPinned: false,
  isRead: true,
  wantsReceipt: true,
  isConfirmed: false,
}
const written: WrittenNotice = {
  id: "7",
  version: 3,
  title: "安全自查",
  category: "通知公告",
  state: "published",
  publishedAt: "2026-11-15 08:00:00",
  createdAt: "2026-11-15 07:00:00",
  author: "王芳",
  isForOwn: false,
  isShared: true,
  forKind: null,
  forSchoolLevel: "primary",
  forTag: null,
  organisations: 0,
  departments: 0,
  people: 0,
  isPinned: false,
  wantsReceipt: true,
  recipients: 60,
  read: 23,
  confirmed: 20,
}
const plan: ReminderPlan = {
  missing: 40,
  lately: 0,
  messages: 38,
  messagesLeft: 500,
  hasWebhook: false,
  remindedAt: null,
  waitS: 0,
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
  keepInformationList(["通知公告"])
  keepUser({
    ...someUser,
    orgid: "1",
    orgname: "文澜区教育局",
    usertype: usertypes.bureau,
    admintype: admintypes.area,
    areaname: "文澜区",
  })
  answers.clear()
  answers.set(noticeCalls.list, () => ({ total: 1, items: [notice], older: null }))
  answers.set(noticeCalls.detail, () => ({
    ...notice,
    body: "<p>请自查。</p>",
    attachments: [],
    author: null,
  }))
  answers.set(noticeCalls.written, () => ({ items: [written], older: null }))
  answers.set(noticeCalls.readers, () => ({
    read: 23,
    confirmed: 20,
    people: 60,
    former: 2,
    items: [
      { id: "1", nickname: "张未读", orgname: "第一小学", readAt: null, confirmedAt: null },
      { id: "2", nickname: "李已读", orgname: "第二小学", readAt: "2026-11-15 09:00:00", confirmedAt: null },
    ],
    next: null,
  }))
  answers.set(noticeCalls.readerOrganisations, () => ({
    items: [{ orgid: "5", orgname: "第一小学", read: 9, confirmed: 8, people: 12 }],
    next: null,
  }))
  answers.set(receiptCalls.reminder, () => plan)
  answers.set(receiptCalls.remind, () => ({ missing: 40, messages: 38 }))
  answers.set(receiptCalls.audience, () => ({ people: 60, organisations: 5 }))
  answers.set(dictionaryCalls.codesByParent, () => [])
  answers.set(directoryCalls.tags, () => [])
  answers.set(noticeCalls.bell, () => ({ unread: 0, items: [] }))
  vi.mocked(pick).mockReset()
  vi.mocked(send).mockReset()
  vi.mocked(send).mockImplementation(async (call: Call, input) => answers.get(call)?.(input) ?? {})
})

function shown(at: string) {
  render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={createQueryClient()}>
        <Component />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}
const lastOf = (call: Call) => vi.mocked(send).mock.calls.findLast(([made]) => made === call)?.[1]
const button = (name: string | RegExp) => screen.findByRole("button", { name, hidden: true })
const press = async (name: string | RegExp) => userEvent.click(await button(name))

test("[DAY-11] a reader confirms a notice that wants a receipt; a refusal stays in the drawer", async () => {
  shown("/main/notices?notice=7")
  expect((await screen.findAllByText("待确认")).length).toBeGreaterThan(0)
  answers.set(receiptCalls.confirm, () => {
    throw new Failure("refused", receiptMessages.notWanted)
  })
  await press("确认收到")
  expect(await screen.findByText(receiptMessages.notWanted)).toBeTruthy()
  answers.set(receiptCalls.confirm, () => ({}))
  answers.set(noticeCalls.detail, () => ({
    ...notice,
    isConfirmed: true,
    body: "<p>请自查。</p>",
    attachments: [],
    author: null,
  }))
  await press("确认收到")
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "确认收到", hidden: true })).toBeNull())
  expect(lastOf(receiptCalls.confirm)).toEqual({ noticeid: "7" })
})

test("[DAY-11] the list of what waits is one filter", async () => {
  shown("/main/notices?state=waiting")
  await screen.findAllByText(notice.title)
  expect(lastOf(noticeCalls.list)).toMatchObject({ iswaiting: 1 })
})

test("[DAY-11] recipients are combined; nobody at all is not sent, and a filter goes only with the area", async () => {
  vi.mocked(pick).mockImplementation(async (name: string) =>
    name === "person" ? [{ id: "21", label: "张三" }] : [{ id: "31", name: "安全科" }],
  )
  shown("/main/notices?tab=written")
  await press("写通知")
  const form = within(await screen.findByRole("dialog", { name: "写通知", hidden: true }))
  expect(await form.findByText("共 60 人，来自 5 个单位")).toBeTruthy()
  await userEvent.type(form.getByLabelText(/^标题/), "值班")
  await userEvent.type(await form.findByLabelText(/^正文/), "今晚值班。")
  await userEvent.click(form.getByLabelText("文澜区教育局全体人员"))
  await userEvent.click(form.getByLabelText(/^文澜区的所有下级单位/))
  const publish = () => userEvent.click(form.getByRole("button", { name: "发布", hidden: true }))
  await publish()
  expect(form.getAllByText(recipientMessages.nobodyChosen).length).toBeGreaterThan(0)
  expect(lastOf(noticeCalls.save)).toBeUndefined()
  for (const kind of ["选择人员", "选择部门"])
    await userEvent.click(form.getByRole("button", { name: kind, hidden: true }))
  expect(form.getByRole("button", { name: "移除安全科", hidden: true })).toBeTruthy()
  await userEvent.click(form.getByLabelText(/^需要回执/))
  answers.set(noticeCalls.save, () => written)
  await publish()
  const asked = within(screen.getByRole("dialog", { name: "发送给以下人员？", hidden: true }))
  expect(asked.getByText("共 60 人，来自 5 个单位")).toBeTruthy()
  await userEvent.click(asked.getByRole("button", { name: "再看看", hidden: true }))
  expect(lastOf(noticeCalls.save)).toBeUndefined()
  await publish()
  await userEvent.click(screen.getByRole("button", { name: "确认发布", hidden: true }))
  await vi.waitFor(() =>
    expect(lastOf(noticeCalls.save)).toEqual({
      title: "值班",
      body: "今晚值班。",
      kind: "通知公告",
      isForOwn: false,
      isShared: false,
      organisations: "",
      departments: "31",
      people: "21",
      wantsReceipt: true,
      isPinned: false,
      publish: "now",
    }),
  )
})

test("[DAY-11] a school chooses of its own people and departments alone", async () => {
  keepUser({ ...someUser, usertype: usertypes.school, admintype: admintypes.organisation })
  shown("/main/notices?tab=written")
  await press("写通知")
  const form = within(await screen.findByRole("dialog", { name: "写通知", hidden: true }))
  expect(form.getByRole("button", { name: "选择部门", hidden: true })).toBeTruthy()
  expect(form.queryByRole("button", { name: "选择单位", hidden: true })).toBeNull()
  expect(form.queryByLabelText(/下级单位/)).toBeNull()
})

test("[DAY-11] the author sees who is missing, unread first, and how each school read", async () => {
  shown("/main/notices?tab=written")
  await press("安全自查：60人中23人已读，20人已确认，查看")
  const readers = within(await screen.findByRole("dialog", { name: "阅读情况", hidden: true }))
  const list = await readers.findByRole("list", { name: "未确认的人", hidden: true })
  const rows = within(list).getAllByRole("listitem", { hidden: true })
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "张未读第一小学未读提醒",
    expect.stringContaining("李已读第二小学已读"),
  ])
  expect(readers.getByText(/另有 2 人曾阅读/)).toBeTruthy()
  await userEvent.click(readers.getByRole("tab", { name: "按单位", hidden: true }))
  expect((await readers.findByText(/已确认 8 \/ 12/)).textContent).toBe("已确认 8 / 12")
})

test("[DAY-11] a reminder says how many text messages it sends before it does", async () => {
  shown("/main/notices?tab=written")
  await press(/^安全自查：/)
  await press("提醒")
  const dialog = within(await screen.findByRole("dialog", { name: "提醒", hidden: true }))
  await userEvent.click(await dialog.findByLabelText(/38人有手机号.*还可发送500条/))
  expect(lastOf(receiptCalls.remind)).toBeUndefined()
  await userEvent.click(dialog.getByRole("button", { name: "提醒并发送短信38条", hidden: true }))
  await vi.waitFor(() =>
    expect(lastOf(receiptCalls.remind)).toEqual({ noticeid: "7", bySms: true, byWebhook: false }),
  )
})

test("[DAY-11] who was reminded a moment ago is not reminded again, and is told so", async () => {
  answers.set(receiptCalls.reminder, () => ({ ...plan, messages: null, waitS: 900 }))
  shown("/main/notices?tab=written")
  await press(/^安全自查：/)
  await press("提醒")
  const dialog = within(await screen.findByRole("dialog", { name: "提醒", hidden: true }))
  expect(await dialog.findByText(receiptMessages.remindedLately)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "提醒40人", hidden: true }).disabled).toBe(
    true,
  )
  expect(dialog.queryByLabelText(/短信/)).toBeNull()
})

test("[DAY-11] one person or one school of those who are missing is reminded alone", async () => {
  answers.set(receiptCalls.reminder, () => ({ ...plan, missing: 1, messages: 1 }))
  shown("/main/notices?tab=written")
  await press(/^安全自查：/)
  await press("提醒张未读")
  const person = within(await screen.findByRole("dialog", { name: "提醒", hidden: true }))
  expect(person.getByText("提醒张未读")).toBeTruthy()
  await userEvent.click(await person.findByRole("button", { name: "提醒1人", hidden: true }))
  const isSent = { noticeid: "7", bySms: false, byWebhook: false }
  await vi.waitFor(() => expect(lastOf(receiptCalls.remind)).toEqual({ ...isSent, personid: "1" }))
  expect(lastOf(receiptCalls.reminder)).toEqual({ noticeid: "7", personid: "1" })

  answers.set(receiptCalls.reminder, () => ({ ...plan, missing: 4, lately: 1, messages: null }))
  await userEvent.click(screen.getByRole("tab", { name: "按单位", hidden: true }))
  await press("提醒第一小学")
  const school = within(await screen.findByRole("dialog", { name: "提醒", hidden: true }))
  expect(await school.findByText(/另有1人刚刚单独提醒过/)).toBeTruthy()
  await userEvent.click(school.getByRole("button", { name: "提醒3人", hidden: true }))
  await vi.waitFor(() => expect(lastOf(receiptCalls.remind)).toEqual({ ...isSent, orgid: "5" }))
})

test("[DAY-11] who was reminded alone a moment ago is not reminded again; who has confirmed has no 提醒", async () => {
  answers.set(receiptCalls.reminder, () => ({ ...plan, missing: 1, lately: 1, waitS: 900 }))
  shown("/main/notices?tab=written")
  await press(/^安全自查：/)
  await press("提醒张未读")
  const dialog = within(await screen.findByRole("dialog", { name: "提醒", hidden: true }))
  expect(await dialog.findByText(receiptMessages.remindedOneLately)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "提醒0人", hidden: true }).disabled).toBe(true)
  await userEvent.click(dialog.getByRole("button", { name: "取消", hidden: true }))
  await userEvent.click(screen.getByRole("tab", { name: "已确认", hidden: true }))
  await screen.findByRole("list", { name: "已确认的人", hidden: true })
  expect(screen.queryByRole("button", { name: /^提醒./, hidden: true })).toBeNull()
})
