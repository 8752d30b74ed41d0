import { act, fireEvent, render, screen, within } from "@testing-library/react"
import { alarmCalls } from "@uc/contract/alarms/calls"
import type { Call } from "@uc/contract/core/call"
import { drillCalls, executionTypes } from "@uc/contract/drills/calls"
import type { MonitorOptions } from "@uc/contract/monitor/options"
import { monitorMessages } from "@uc/contract/monitor/messages"
import { organisationCalls } from "@uc/contract/organisations/calls"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { Failure } from "../../platform/http/failure.ts"
import { isMonitorClosedBy, monitorOrder, startMonitor } from "./monitor-client.ts"
import { send } from "../../platform/http/send.ts"
import { shownToasts } from "../../platform/browser/toast.ts"
import { browserStorage } from "../../platform/session/storage.ts"
import { drill, warning } from "../../testing/fake-alarms.ts"
import { Modal } from "../../ui/overlays/modal.tsx"
import { MonitorDock } from "./monitor-dock.tsx"
import { forgetFacts } from "./school-facts.ts"

vi.mock("../../platform/http/send.ts", async (original) => ({
  ...(await original<typeof import("../../platform/http/send.ts")>()),
  send: vi.fn(),
}))
vi.mock("../../platform/realtime/events.ts", () => ({ onEvent: () => () => undefined }))

const isOfEmergencies = (input: unknown) =>
  (input as { zxType?: number } | undefined)?.zxType === executionTypes.emergency
const callback = vi.fn()
let alarms: ReturnType<typeof warning>[]
let drills: ReturnType<typeof drill>[]
let emergencies: number
let isBroken: boolean
let address: string | null
const tones: number[] = []

class FakeAudio {
  readonly currentTime = 0
  readonly destination = {}
  resume = async () => undefined
  createOscillator() {
    const frequency = {
      set value(hertz: number) {
        tones.push(hertz)
      },
    }
    return { frequency, connect: (next: unknown) => next, start: () => undefined, stop: () => undefined }
  }
  createGain() {
    const nothing = () => undefined
    return { gain: { setValueAtTime: nothing, linearRampToValueAtTime: nothing }, connect: nothing }
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-15T06:05:09Z") })
  vi.stubGlobal("AudioContext", FakeAudio)
  vi.stubGlobal("BroadcastChannel", undefined)
  forgetFacts()
  for (const key of browserStorage.keys()) browserStorage.remove(key)
  alarms = [warning("a")]
  drills = []
  emergencies = 0
  isBroken = false
  address = "学府路1号"
  tones.length = 0
  callback.mockReset()
  vi.mocked(send).mockImplementation(async (call: Call, input: unknown) => {
    if (isBroken) throw new Failure("slow", "当前网络较慢，请检查")
    if (call === alarmCalls.records) return { total: alarms.length, items: alarms }
    if (call === drillCalls.executions)
      return isOfEmergencies(input)
        ? { total: emergencies, items: [] }
        : { total: drills.length, items: drills }
    if (call === organisationCalls.schoolInfo) return { orgid: "10", orgname: "", address }
    return { total: 1, items: [{ code: "gas", name: "燃气泄漏" }] }
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
async function shown(options: MonitorOptions = {}) {
  startMonitor(options, callback)
  const order = monitorOrder() ?? expect.fail("nothing was started")
  const drawn = render(<MonitorDock order={order} userId="1" />)
  await pass(300)
  return drawn
}
const press = (name: string | RegExp, role = "button") => fireEvent.click(screen.getByRole(role, { name }))

test("[WARN-3][WARN-4][WARN-5] card, bar, panel on its tab, an item, collapsed, closed", async () => {
  drills = [drill("d")]
  await shown()
  const card = within(screen.getByRole("article", { name: "预警" }))
  for (const words of ["重大预警", "燃气泄漏", "实验小学", "学府路1号", "14:05:09"]) card.getByText(words)
  expect(screen.getByRole("alert").textContent).toContain("重大预警：燃气泄漏，实验小学")
  press("关闭预警卡片")
  press("关闭演练卡片")
  press("演练 1")
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("进行中的演练（1）")
  // A22: a page's own buttons stand beside it.
  expect(document.documentElement.style.getPropertyValue("--panel-room")).toBe("388px")
  press(/今日预警/, "tab")
  press(/燃气泄漏/)
  const [[item, kind] = []] = callback.mock.calls
  expect([item, kind]).toEqual([
    expect.objectContaining({ uuid: "a", schoolAddress: "学府路1号" }),
    "warning",
  ])
  press("收起")
  expect(document.documentElement.style.getPropertyValue("--panel-room")).toBe("0px")
  press("预警监测", "switch")
  expect(screen.queryByRole("complementary")).toBeNull()
  expect(monitorOrder()).toBeNull()
  expect(isMonitorClosedBy("1")).toBe(true)
})

test("[WARN-8] a drill has its word everywhere, and a warning never has it", async () => {
  alarms = []
  drills = [drill("d")]
  await shown()
  const card = within(screen.getByRole("article", { name: "演练" }))
  card.getByText("演练")
  card.getByText("这是演练，不是真实警情")
  expect(screen.getByRole("alert").textContent).toContain("不是真实警情")
  fireEvent.click(card.getByRole("button", { name: "查看" }))
  expect(callback.mock.calls).toEqual([[expect.objectContaining({ yazxCode: "d" }), "yuan"]])
  press("演练 1")
  within(screen.getByRole("tabpanel")).getByText("演练")
})

test("[DAY-4] the bar counts real emergencies beside the drills, and leads to them", async () => {
  alarms = []
  drills = [drill("d")]
  emergencies = 1
  const { unmount } = await shown()
  press("关闭演练卡片")
  screen.getByRole("button", { name: "演练 1" })
  const badge = screen.getByRole("link", { name: "真实应急 1" })
  expect(badge.getAttribute("href")).toBe("#/main/drills")
  // It ends: without an event the bar learns of it within a minute.
  emergencies = 0
  await pass(60_000)
  expect(screen.queryByRole("link", { name: /真实应急/ })).toBeNull()
  unmount()
})

test("[WARN-3] text with markup is text, and a school without address says so", async () => {
  address = null
  alarms = [{ ...warning("a"), school_name: "<img src=x onerror=alert(1)>" }]
  const { container } = await shown()
  screen.getByText("<img src=x onerror=alert(1)>")
  screen.getByText(monitorMessages.noAddress)
  expect(container.querySelector("img")).toBeNull()
})

/** Of several of these only the newest has a card. */
const lesser = (uuid: string) => ({ ...warning(uuid), alarm_level_name: "较大" })

test("[WARN-7] the data's age, then 监控中断 with the seconds; counts are greyed and never zero", async () => {
  alarms = [lesser("a"), lesser("b")]
  await shown()
  press("关闭预警卡片")
  screen.getByText("刚刚更新")
  await pass(5000)
  screen.getByText("5 秒前更新")
  isBroken = true
  await pass(16_000)
  screen.getByText(monitorMessages.interrupted)
  const badge = screen.getByRole("button", { name: "预警 2（数据已过期）" })
  expect(badge.textContent).toBe("预警2")
  expect(screen.getByRole("button", { name: "演练 未知（数据已过期）" }).textContent).toBe("演练–")
  screen.getByText("21 秒")
  isBroken = false
  await pass(30_000)
  expect(screen.queryByText(monitorMessages.interrupted)).toBeNull()
  screen.getByRole("button", { name: "预警 2" })
})

test("[WARN-2] over an open dialog the card stands inside of it, and outlives it", async () => {
  await shown()
  const { unmount } = render(
    <Modal label="选择人员" place="middle" onClose={() => undefined}>
      人员
    </Modal>,
  )
  await pass(0)
  within(screen.getByRole("dialog", { name: "选择人员" })).getByRole("article", { name: "预警" })
  unmount()
  await pass(0)
  expect(screen.getByRole("article", { name: "预警" }).closest("dialog")).toBeNull()
  press("关闭预警卡片")
  screen.getByRole("button", { name: "预警 1" })
})

test("[DAY-4] the cross of a card closes that card only", async () => {
  drills = [drill("d")]
  await shown()
  press("关闭演练卡片")
  expect(screen.queryByRole("article", { name: "演练" })).toBeNull()
  screen.getByRole("article", { name: "预警" })
  expect(monitorOrder()).not.toBeNull()
})

test("[DAY-4] while somebody writes the card is a line of the bar, and comes a moment afterwards", async () => {
  alarms = []
  await shown()
  const box = document.body.appendChild(document.createElement("textarea"))
  act(() => box.focus())
  alarms = [warning("a")]
  await pass(6900)
  expect(screen.queryByRole("article")).toBeNull()
  screen.getByRole("button", { name: "显示重大预警：燃气泄漏" })
  expect(screen.getByRole("alert").textContent).toContain("重大预警：燃气泄漏")
  act(() => box.blur())
  await pass(999)
  expect(screen.queryByRole("article")).toBeNull()
  await pass(1)
  screen.getByRole("article", { name: "预警" })
  box.remove()
})

test("[DAY-4] whoever presses the bar's line sees the card at once", async () => {
  await shown()
  const box = document.body.appendChild(document.createElement("input"))
  act(() => box.focus())
  press("显示重大预警：燃气泄漏")
  screen.getByRole("article", { name: "预警" })
  box.remove()
})

test("[DAY-4] switching the monitor off is undone by 撤销, with its caller's callback", async () => {
  alarms = []
  await shown()
  const before = monitorOrder()
  press("预警监测", "switch")
  expect(monitorOrder()).toBeNull()
  const [toast] = shownToasts().filter(({ text }) => text === monitorMessages.closed)
  expect(toast?.action?.label).toBe("撤销")
  act(() => toast?.action?.onPress())
  expect(monitorOrder()).toEqual(before)
  expect(isMonitorClosedBy("1")).toBe(false)
})

test("[DAY-4] on a phone the line opens and closes", async () => {
  await shown()
  press("展开详情")
  expect(screen.getByRole("button", { name: "收起详情" }).getAttribute("aria-expanded")).toBe("true")
})

test("[DAY-3] a card shows building and room as reported, and the school's street below", async () => {
  const reported = { ...warning("a"), address: "综合楼三层302", level: 3 }
  alarms = [reported]
  await shown()
  const card = screen.getByRole("article", { name: "预警" })
  const facts = [...card.querySelectorAll("dd")].map(({ textContent }) => textContent)
  expect(facts).toEqual(["实验小学", "综合楼三层302", "学府路1号", "14:05:09"])
  expect(screen.getByRole("alert").textContent).toContain("实验小学，综合楼三层302，学府路1号")
})

test("[DAY-5] a card counts down to the escalation of its alarm", async () => {
  const due = { ...warning("a"), state: "open", due_at: "2026-11-15 14:07:00" }
  alarms = [due]
  await shown()
  // It is 14:05:09 and a poll.
  expect(screen.getByRole("timer").textContent).toBe("1分51秒后上报")
  await pass(60_000)
  expect(screen.getByRole("timer").textContent).toBe("51秒后上报")
})

test("[DAY-5] a card of an alarm that was escalated to one's own bureau says so", async () => {
  const late = { state: "open", due_at: "2026-11-15 14:05:00", escalated_here: true, level: 1 }
  alarms = [{ ...warning("a"), ...late }]
  await shown()
  screen.getByText(monitorMessages.escalatedHere)
  expect(screen.queryByText(monitorMessages.escalatesNow)).toBeNull()
})

test("[WARN-1] a monitor of one area says that it is one", async () => {
  alarms = []
  await shown({ areaid: "3" })
  screen.getByText(monitorMessages.oneArea)
})

test("[WARN-7] a number that was never loaded is unknown, and not zero", async () => {
  isBroken = true
  await shown()
  screen.getByText("正在连接…")
  expect(screen.getByRole("button", { name: "预警 未知" }).textContent).toBe("预警–")
  expect(screen.getByText("预警", { selector: "button" }).querySelector("b")?.className).not.toContain(
    "alert",
  )
  await pass(18_000)
  screen.getByText(monitorMessages.interrupted)
})

test("[WARN-8] sound is off until somebody agrees, is remembered, and a drill sounds otherwise", async () => {
  await shown()
  expect(tones).toEqual([])
  press("关闭预警卡片")
  press("声音提醒", "switch")
  expect(screen.getByRole("switch", { name: "声音提醒" }).getAttribute("aria-checked")).toBe("true")
  const sample = tones.splice(0)
  alarms = [warning("b"), warning("a")]
  await pass(6900)
  const ofWarning = tones.splice(0)
  expect(ofWarning).toEqual(sample)
  drills = [drill("d")]
  await pass(6900)
  expect(tones).not.toEqual([])
  expect(tones).not.toEqual(ofWarning)
  expect(browserStorage.get("monitor-switches:1")).toContain('"hasSound":true')
  expect(browserStorage.get("monitor-switches:2")).toBeNull()
})

test("[WARN-8] a desktop notification is asked for with the switch, and comes for what is new", async () => {
  const notified: string[] = []
  class FakeNotification extends EventTarget {
    static permission = "default"
    static readonly requestPermission = async () => (FakeNotification.permission = "granted")
    constructor(title: string, { body }: NotificationOptions) {
      super()
      notified.push(`${title} ${body}`)
    }
  }
  vi.stubGlobal("Notification", FakeNotification)
  await shown()
  press("关闭预警卡片")
  press("桌面通知", "switch")
  await pass(0)
  expect(screen.getByRole("switch", { name: "桌面通知" }).getAttribute("aria-checked")).toBe("true")
  alarms = [warning("b"), warning("a")]
  await pass(6900)
  expect(notified).toEqual(["重大预警：燃气泄漏 实验小学，学府路1号，14:05:09"])
})

test("[WARN-4] focus follows what the person closes; a new card does not take it", async () => {
  alarms = [lesser("a")]
  await shown()
  const box = document.body.appendChild(document.createElement("input"))
  box.focus()
  alarms = [lesser("b"), lesser("a")]
  await pass(6900)
  expect(document.activeElement).toBe(box)
  box.blur()
  await pass(1000)
  const close = screen.getByRole("button", { name: "关闭预警卡片" })
  close.focus()
  fireEvent.click(close)
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "预警 2" }))
  press("预警 2")
  expect(document.activeElement).toBe(screen.getByRole("tab", { selected: true }))
  box.remove()
})

test("[DAY-2][WARN-2] red alarms keep their cards; more than two are counted and can be shown", async () => {
  const of = (uuid: string, level: number, name: string) => ({
    ...warning(uuid),
    level,
    alarm_level_name: name,
  })
  alarms = [of("a", 1, "特别重大")]
  await shown()
  alarms = [of("d", 4, "一般"), of("c", 2, "重大"), of("b", 1, "特别重大"), ...alarms]
  await pass(6900)
  const cards = () => screen.getAllByRole("article", { name: "预警" }).map(({ textContent }) => textContent)
  expect(cards()).toEqual([expect.stringContaining("特别重大预警"), expect.stringContaining("一般预警")])
  // The newest is read aloud, though a graver one stands before it.
  expect(screen.getByRole("alert").textContent).toContain("一般预警")
  press(monitorMessages.moreCards(2))
  expect(cards()).toHaveLength(4)
  press(monitorMessages.fewerCards)
  fireEvent.click(screen.getAllByRole("button", { name: "关闭预警卡片" })[1] ?? expect.fail())
  expect(cards()).toEqual([expect.stringContaining("特别重大预警"), expect.stringContaining("特别重大预警")])
  screen.getByRole("button", { name: monitorMessages.moreCards(1) })
})

test("[DAY-2][DAY-4] grave alarms past their minutes have no card on a new page, but are counted in the bar", async () => {
  const late = { state: "open", level: 1, due_at: "2026-11-15 14:05:00" }
  alarms = [
    { ...warning("b"), ...late },
    { ...warning("a"), ...late },
  ]
  await shown()
  expect(screen.queryByRole("article")).toBeNull()
  press(monitorMessages.unconfirmed(2))
  screen.getByRole("tab", { name: /今日预警/, selected: true })
})
