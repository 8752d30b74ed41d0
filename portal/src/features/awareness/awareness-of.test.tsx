import { screen, waitFor, within } from "@testing-library/react"
import { awarenessCalls, type Awareness } from "@uc/contract/awareness/calls"
import { awarenessMessages } from "@uc/contract/awareness/told"
import { peopleCalls } from "@uc/contract/people/calls"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { AlarmAwareness, DrillAwareness } from "./awareness-of.tsx"

const dialled = vi.hoisted(() => [] as string[])
vi.mock("../../platform/browser/dial.ts", () => ({ dial: (phone: string) => dialled.push(phone) }))
vi.mock("../../platform/realtime/events.ts", () => ({ onEvent: () => () => undefined }))

const uuid = "11111111-1111-4111-8111-111111111111"
const base: Awareness = {
  told: "staff",
  confirmed: 2,
  people: 4,
  isOver: false,
  mayConfirm: false,
  mayRemind: true,
  remindedAt: null,
  remindableAt: null,
  smsRemindableAt: null,
  withPhone: 1,
  missing: [
    { id: "5", nickname: "李老师", deptname: "教务处", phone: "138****0001", mayCall: true },
    { id: "6", nickname: "王老师", deptname: "", phone: null, mayCall: false },
  ],
}
let awareness: Awareness
let sent: unknown[]
let refusal: string | null

beforeEach(() => {
  awareness = base
  sent = []
  refusal = null
  dialled.length = 0
  serveFakes(
    answering(awarenessCalls.ofAlarm, () => awareness),
    answering(awarenessCalls.ofDrill, () => awareness),
    answering(awarenessCalls.remindAlarm, (asked) => {
      if (refusal !== null) throw new Refused(refusal)
      sent.push(JSON.parse(asked.get("json") ?? ""))
      return { reminded: 2, messages: 0 }
    }),
    answering(peopleCalls.phoneOf, () => ({ phone: "13800000001" })),
  )
})
afterEach(() => vi.unstubAllGlobals())

const section = () => screen.findByRole("region", { name: awarenessMessages.title })

test("[DAY-2] the list says how many know and who does not, with a call where that is allowed", async () => {
  const { user } = renderPage(<AlarmAwareness uuid={uuid} />)
  const own = await section()
  expect(own.textContent).toContain("已知晓 2 / 4 人")
  const people = within(own).getAllByRole("listitem")
  expect(people.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("李老师教务处 · 138****0001"),
    expect.stringContaining("王老师未登记手机号"),
  ])
  expect(within(own).queryByRole("button", { name: "拨打王老师" })).toBeNull()
  await user.click(within(own).getByRole("button", { name: "拨打李老师" }))
  await waitFor(() => expect(dialled).toEqual(["13800000001"]))
})

test("[DAY-2] a reminder is confirmed with its number; text messages apart, with theirs", async () => {
  const { user } = renderPage(<AlarmAwareness uuid={uuid} />)
  const own = await section()
  await user.click(within(own).getByRole("button", { name: "提醒" }))
  await user.click(
    within(screen.getByRole("dialog", { name: "提醒2人？" })).getByRole("button", { name: "提醒" }),
  )
  await waitFor(() => expect(sent).toEqual([{ uuid, bySms: false }]))
  await user.click(within(own).getByRole("button", { name: "短信提醒" }))
  const asking = screen.getByRole("dialog", { name: "向1人发送短信提醒？" })
  refusal = awarenessMessages.remindedLately
  await user.click(within(asking).getByRole("button", { name: "发送" }))
  expect(await within(asking).findByText(awarenessMessages.remindedLately)).toBeDefined()
  refusal = null
  await user.click(within(asking).getByRole("button", { name: "发送" }))
  await waitFor(() => expect(sent[1]).toEqual({ uuid, bySms: true }))
})

test("[DAY-2] soon after a reminder there is none; without a gateway no text message is offered", async () => {
  awareness = {
    ...base,
    remindedAt: "2026-11-15 14:00:00",
    remindableAt: "2999-11-15 14:05:00",
    withPhone: null,
  }
  renderPage(<AlarmAwareness uuid={uuid} />)
  const own = await section()
  expect(within(own).getByRole<HTMLButtonElement>("button", { name: "提醒" }).disabled).toBe(true)
  expect(within(own).getByText("14:00 已提醒，14:05 后可再次提醒")).toBeDefined()
  expect(within(own).queryByRole("button", { name: "短信提醒" })).toBeNull()
})

test("[DAY-2] a reminder in the portal leaves the text message open, which waits for itself", async () => {
  awareness = { ...base, remindedAt: "2026-11-15 14:00:00", remindableAt: "2999-11-15 14:05:00" }
  const { unmount } = renderPage(<AlarmAwareness uuid={uuid} />)
  const buttons = async () =>
    within(await section())
      .getAllByRole<HTMLButtonElement>("button", { name: /提醒$/ })
      .map(({ textContent, disabled }) => [textContent, disabled])
  expect(await buttons()).toEqual([
    ["提醒", true],
    ["短信提醒", false],
  ])
  unmount()
  awareness = { ...awareness, smsRemindableAt: "2999-11-15 14:06:00" }
  renderPage(<AlarmAwareness uuid={uuid} />)
  expect((await buttons())[1]).toEqual(["短信提醒", true])
  expect(screen.getByText("14:00 已提醒，14:05 后可再次提醒，14:06 后可再发短信")).toBeDefined()
})

test("[DAY-2] who may not see names sees the counts; where nobody is told there is nothing", async () => {
  awareness = { ...base, missing: null, mayRemind: false, mayConfirm: true }
  const { unmount } = renderPage(<DrillAwareness id="7" />)
  const own = await section()
  expect(own.textContent).toContain("已知晓 2 / 4 人")
  expect(within(own).queryByRole("list")).toBeNull()
  expect(within(own).queryByRole("button", { name: "提醒" })).toBeNull()
  expect(within(own).getByRole("button", { name: awarenessMessages.known })).toBeDefined()
  unmount()
  awareness = { ...base, told: "nobody", people: 0, confirmed: 0 }
  const { queries } = renderPage(<AlarmAwareness uuid={uuid} />)
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(screen.queryByRole("region")).toBeNull()
})
