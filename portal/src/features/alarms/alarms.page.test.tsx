import { QueryClientProvider } from "@tanstack/react-query"
import { alarmCalls, warningMessageByCall } from "@uc/contract/alarms/calls"
import {
  alarmMessages,
  takenUnhandled,
  takingOver,
  alarmAdminCalls,
  type AlarmDetail,
  type AlarmPulse,
} from "@uc/contract/alarms/admin-calls"
import { unknownTypeName } from "@uc/contract/alarms/type-name"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { act, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { pick } from "../../platform/dialogs/pick.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { callKey, createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./alarms.page.tsx"
import { chooseOption } from "../../testing/choose-option.ts"

vi.mock("../../platform/dialogs/pick.ts", () => ({ pick: vi.fn() }))

const events = vi.hoisted(() => new Map<string, Set<() => void>>())
vi.mock("../../platform/realtime/events.ts", () => ({
  onEvent: (topic: string, listener: () => void) => {
    const own = events.get(topic) ?? new Set()
    events.set(topic, own.add(listener))
    return () => own.delete(listener)
  },
}))
const happened = (topic: string) => events.get(topic)?.forEach((listener) => listener())

const uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"
const other = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

let alarm: AlarmDetail
let pulse: AlarmPulse
let isDown: boolean
let isEmpty: boolean
let refuse: string | null
let done: [string, URLSearchParams][]
let listed: URLSearchParams[]

function acted(action: string, change: Partial<AlarmDetail>) {
  return (sent: URLSearchParams) => {
    if (refuse !== null) throw new Refused(refuse)
    done.push([action, sent])
    alarm = { ...alarm, ...change, acts: alarm.acts + 1 }
    return alarm
  }
}

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  alarm = {
    uuid,
    createtime: "2026-11-15 10:00:00",
    model_code: "gas",
    model_name: "燃气泄漏",
    is_known_type: true,
    orgid: "9",
    school_name: "甲一小学",
    level: 1,
    alarm_level_name: "特别重大",
    state: "open",
    address: "食堂",
    school_address: "学府路1号",
    due_at: null,
    taken_by: null,
    escalated_at: "2026-11-15 10:03:00",
    escalated_here: true,
    school_phone: "0571-88001234",
    detail: "<b>浓度超限</b>",
    source: null,
    received_at: "2026-11-15 10:00:01",
    closed_at: null,
    history: [
      {
        id: "1",
        at: "2026-11-15 10:03:00",
        deed: "escalated",
        who: null,
        orgname: null,
        whom: "甲区教育局",
        note: null,
        photos: [],
      },
    ],
    acts: 0,
    can: ["acknowledge", "assign", "dismiss"],
  }
  pulse = { fresh: 0, open: 3, acknowledged: 2, handling: 1, escalated: 1, waiting: 4, today: 9 }
  isDown = false
  isEmpty = false
  refuse = null
  done = []
  listed = []
  vi.mocked(pick).mockReset()
  keepUser({ ...someUser, usertype: usertypes.bureau, permissions: ["alarms.manage"] })
  serveFakes(
    answering(alarmCalls.list, (sent) => {
      listed.push(sent)
      if (isDown) throw new Refused("数据库正忙")
      const {
        detail: _d,
        source: _s,
        received_at: _r,
        closed_at: _c,
        history: _h,
        acts: _a,
        can: _n,
        ...row
      } = alarm
      const items = isEmpty
        ? []
        : [row, { ...row, uuid: other, model_name: "烟雾报警", level: 4, escalated_at: null }]
      if (isEmpty) return { items, first: null, newer: null, older: null }
      return { items, first: "1763172000000-2", newer: null, older: "1763172000000-1" }
    }),
    answering(alarmCalls.riskStatistics, () => ({
      total: 2,
      levels: [{ level: 1, name: "特别重大", total: 1 }],
      types: [
        { code: "gas", name: "燃气泄漏", total: 1 },
        { code: "old", name: "旧类型", total: 1 },
      ],
      days: [],
      organisations: [{ orgid: "9", name: "甲一小学", total: 2 }],
    })),
    answering(alarmCalls.types, () => ({
      total: 2,
      items: [
        { code: "gas", name: "燃气泄漏" },
        { code: "old", name: "旧类型", isDisabled: true as const },
      ],
    })),
    answering(alarmAdminCalls.pulse, () => pulse),
    answering(alarmAdminCalls.detail, () => alarm),
    answering(
      alarmAdminCalls.acknowledge,
      acted("acknowledge", { state: "acknowledged", taken_by: "我", can: ["handle", "close"] }),
    ),
    answering(alarmAdminCalls.assign, acted("assign", { state: "acknowledged", taken_by: "王老师" })),
    answering(alarmAdminCalls.handle, acted("handle", { state: "handling" })),
    answering(alarmAdminCalls.close, acted("close", { state: "closed", can: [] })),
    answering(alarmAdminCalls.dismiss, acted("dismiss", { state: "false", can: [] })),
  )
})
afterEach(() => vi.unstubAllGlobals())

async function opened(address = "/main/alarms") {
  const router = createMemoryRouter([{ path: "/main/alarms", element: <Component /> }], {
    initialEntries: [address],
  })
  const queries = createQueryClient()
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(listed.length).toBeGreaterThan(0))
  const search = () => new URLSearchParams(router.state.location.search)
  return { router, search, queries }
}

test("[WORK-4] the list names level, state and person, and marks what escalated here", async () => {
  const { search } = await opened()
  const row = (await screen.findByRole("link", { name: "燃气泄漏" })).closest("tr") as HTMLElement
  expect(within(row).getByText("特别重大")).toBeTruthy()
  expect(within(row).getByText("待确认")).toBeTruthy()
  expect(within(row).getByText("上报到我局")).toBeTruthy()
  expect(listed[0]?.get("state")).toBe("active")
  expect(await screen.findByRole("button", { name: /待确认\s*3/ })).toBeTruthy()

  await chooseOption(screen.getByLabelText("类型"), "燃气泄漏")
  await chooseOption(screen.getByLabelText("单位"), "甲一小学")
  await waitFor(() => expect(listed.at(-1)?.get("orgid")).toBe("9"))
  expect([search().get("type"), search().get("org")]).toEqual(["gas", "9"])
  await userEvent.click(screen.getByRole("button", { name: "下一页" }))
  await waitFor(() => expect(listed.at(-1)?.get("before")).toBe("1763172000000-1"))
  await userEvent.click(screen.getByRole("button", { name: /上报到我局/ }))
  await waitFor(() => expect(listed.at(-1)?.get("escalated")).toBe("1"))
  expect(search().get("before")).toBeNull()
  await userEvent.click(screen.getByRole("button", { name: "重置" }))
  expect(search().toString()).toBe("")
})

test("[WORK-4] new alarms are announced and not inserted between the rows", async () => {
  const { queries } = await opened()
  await screen.findByRole("link", { name: "燃气泄漏" })
  const asked = listed.length
  pulse = { ...pulse, fresh: 2 }
  await act(() => queries.invalidateQueries({ queryKey: callKey(alarmAdminCalls.pulse) }))
  const hint = await screen.findByRole("button", { name: "有 2 条新预警，点击查看" })
  expect(listed).toHaveLength(asked)
  await userEvent.click(hint)
  await waitFor(() => expect(listed.length).toBe(asked + 1))
})

test("[DISTRICT-15] a new alarm is announced over an empty list", async () => {
  isEmpty = true
  pulse = { ...pulse, fresh: 1 }
  await opened()
  expect(await screen.findByRole("button", { name: "有 1 条新预警，点击查看" })).toBeTruthy()
})

test("[DISTRICT-15] what was counted while the list was loading is not announced as new", async () => {
  const counted: URLSearchParams[] = []
  serveFakes(
    answering(alarmCalls.list, async (sent) => {
      // The first count, without a place, is there before the list.
      await waitFor(() => expect(counted).toHaveLength(1))
      listed.push(sent)
      return { items: [], first: "1763172000000-2", newer: null, older: null }
    }),
    answering(alarmAdminCalls.pulse, (sent) => {
      counted.push(sent)
      return sent.has("after") ? new Promise(() => {}) : { ...pulse, fresh: 9 }
    }),
  )
  await opened()
  await waitFor(() => expect(counted.at(-1)?.get("after")).toBe("1763172000000-2"))
  expect(await screen.findByRole("button", { name: /待确认\s*3/ })).toBeTruthy()
  expect(screen.queryByRole("button", { name: /新预警/ })).toBeNull()
})

test("[WORK-4] an action changes the open alarm, its history and its row", async () => {
  const { search } = await opened()
  await userEvent.click(await screen.findByRole("link", { name: "燃气泄漏" }))
  expect(search().get("alarm")).toBe(uuid)
  const drawer = await screen.findByRole("dialog", { name: "燃气泄漏" })
  expect(within(drawer).getByText("<b>浓度超限</b>")).toBeTruthy()
  expect(within(drawer).getByText(/已上报至甲区教育局/)).toBeTruthy()
  expect(within(drawer).getByText(/超时未处理，已上报：|超时未处理，已上报$/)).toBeTruthy()

  const asked = listed.length
  await userEvent.click(within(drawer).getByRole("button", { name: "确认" }))
  await waitFor(() => expect(done.map(([action]) => action)).toEqual(["acknowledge"]))
  expect(done[0]?.[1].get("seen")).toBe("0")
  const row = screen.getByRole("link", { name: "燃气泄漏" }).closest("tr") as HTMLElement
  expect(await within(row).findByText(takenUnhandled)).toBeTruthy()
  expect(listed).toHaveLength(asked)

  await userEvent.click(within(drawer).getByRole("button", { name: "办结" }))
  const confirm = screen.getByRole("dialog", { name: "确认办结该预警？" })
  await userEvent.click(within(confirm).getByRole("button", { name: "确认办结" }))
  // It stands at its field.
  expect(within(confirm).getByText(alarmMessages.noteMissing)).toBeTruthy()
  await userEvent.type(within(confirm).getByLabelText("办结说明"), "阀门已关")
  await userEvent.click(within(confirm).getByRole("button", { name: "确认办结" }))
  await waitFor(() => expect(done.at(-1)?.[0]).toBe("close"))
  expect([done.at(-1)?.[1].get("note"), done.at(-1)?.[1].get("seen")]).toEqual(["阀门已关", "1"])
  expect(await screen.findByText("该预警已结束。")).toBeTruthy()
  await userEvent.click(within(drawer).getByRole("button", { name: "关闭" }))
  expect(search().get("alarm")).toBeNull()
})

test("[WORK-4] it is assigned by the picker; who was first is named in the refusal", async () => {
  vi.mocked(pick)
    .mockResolvedValueOnce(null)
    .mockResolvedValue([{ id: "77", label: "王老师" }])
  await opened(`/main/alarms?alarm=${uuid}`)
  const drawer = await screen.findByRole("dialog", { name: "燃气泄漏" })
  const assign = within(drawer).getByRole("button", { name: "指派" })
  await userEvent.click(assign)
  expect(done).toEqual([])
  expect(vi.mocked(pick).mock.lastCall?.[1]).toMatchObject({ max: 1, orgid: someUser.orgid })
  refuse = "李老师已于11-15 10:05确认了预警，请刷新后再操作"
  await userEvent.click(assign)
  expect((await within(drawer).findByRole("alert")).textContent).toBe(refuse)
  refuse = null
  await userEvent.click(assign)
  await waitFor(() => expect(done[0]?.[1].get("personid")).toBe("77"))
  await waitFor(() => expect(within(drawer).queryByRole("alert")).toBeNull())
})

test("[DAY-4] the page counts what waits and what came in today, and each number filters its list", async () => {
  await opened()
  await userEvent.click(await screen.findByRole("button", { name: /待我处理\s*4/ }))
  await waitFor(() => expect(listed.at(-1)?.get("waiting")).toBe("1"))
  await userEvent.click(screen.getByRole("button", { name: /今日预警\s*9/ }))
  await waitFor(() => expect(listed.at(-1)?.get("starttime")).toMatch(/ 00:00:00$/))
  expect([listed.at(-1)?.get("waiting"), listed.at(-1)?.get("state")]).toEqual([null, null])
})

test("[DAY-3] the list shows building and room as reported, and the school's street", async () => {
  await opened()
  const row = (await screen.findByRole("link", { name: "燃气泄漏" })).closest("tr") as HTMLElement
  expect(within(row).getByText("食堂")).toBeTruthy()
  expect(within(row).getByText("学府路1号")).toBeTruthy()
})

test("[DAY-5] the list and the alarm count down to the escalation", async () => {
  alarm = { ...alarm, escalated_at: null, escalated_here: false, due_at: "2026-11-15 10:05:00", history: [] }
  vi.useFakeTimers({
    toFake: ["Date", "setInterval", "clearInterval"],
    now: new Date("2026-11-15T02:01:00Z"),
  })
  onTestFinished(() => void vi.useRealTimers())
  await opened(`/main/alarms?alarm=${uuid}`)
  const drawer = await screen.findByRole("dialog", { name: "燃气泄漏" })
  expect(within(drawer).getByRole("timer").textContent).toBe("4分0秒后上报")
  act(() => void vi.advanceTimersByTime(5000))
  expect(screen.getAllByRole("timer").map(({ textContent }) => textContent)).toContain("3分55秒后上报")
  act(() => void vi.advanceTimersByTime(240_000))
  expect(within(drawer).getByRole("timer").textContent).toBe("即将上报")
})

test("[DAY-5] to a bureau an escalated alarm that was taken says 已确认、未处置", async () => {
  const [escalated] = alarm.history
  const taken = { ...escalated!, id: "0", deed: "acknowledged" as const, who: "李老师" }
  alarm = { ...alarm, state: "acknowledged", history: [taken, escalated!] }
  await opened(`/main/alarms?alarm=${uuid}`)
  const drawer = await screen.findByRole("dialog", { name: "燃气泄漏" })
  expect(within(drawer).getByText(/^已确认、未处置，.*已上报至甲区教育局$/)).toBeTruthy()
  expect(drawer.textContent).not.toContain("超时未处理")
})

test("[DAY-5] an escalation says that it is past once somebody has acted", async () => {
  const [escalated] = alarm.history
  const taken = { ...escalated!, id: "2", deed: "acknowledged" as const, who: "李老师" }
  alarm = { ...alarm, state: "acknowledged", history: [escalated!, taken] }
  await opened(`/main/alarms?alarm=${uuid}`)
  const drawer = await screen.findByRole("dialog", { name: "燃气泄漏" })
  expect(within(drawer).getByText(/^此前超时未处理，.*已上报至甲区教育局$/)).toBeTruthy()
})

test("[DAY-4][WORK-4] what others do to an alarm is shown in its row and in its drawer", async () => {
  await opened(`/main/alarms?alarm=${uuid}`)
  const drawer = await screen.findByRole("dialog", { name: "燃气泄漏" })
  await within(drawer).findByText("待确认")
  alarm = { ...alarm, state: "handling", taken_by: "李老师" }
  act(() => happened("alarms"))
  await within(drawer).findByText("处置中", {}, { timeout: 3000 })
  const row = screen.getByRole("link", { name: "燃气泄漏" }).closest("tr") as HTMLElement
  await within(row).findByText("李老师", {}, { timeout: 3000 })
})

test("[DAY-2][WORK-4] a teacher is asked before they take an alarm over", async () => {
  keepUser({
    ...someUser,
    orgid: "9",
    usertype: usertypes.school,
    admintype: admintypes.none,
    permissions: [],
  })
  await opened(`/main/alarms?alarm=${uuid}`)
  const drawer = await screen.findByRole("dialog", { name: "燃气泄漏" })
  await userEvent.click(within(drawer).getByRole("button", { name: "确认" }))
  const question = await screen.findByRole("dialog", { name: takingOver.title })
  expect(question.textContent).toContain("确认后由您负责处置此预警")
  expect(done).toEqual([])
  await userEvent.click(within(question).getByRole("button", { name: "确认" }))
  await waitFor(() => expect(done.map(([action]) => action)).toEqual(["acknowledge"]))
})

test("[DAY-5] handling offers photos, the school's phone and the plan", async () => {
  keepUser({ ...someUser, orgid: "9", usertype: usertypes.school, admintype: admintypes.organisation })
  alarm = { ...alarm, state: "acknowledged", can: ["handle", "close"] }
  await opened(`/main/alarms?alarm=${uuid}`)
  const drawer = await screen.findByRole("dialog", { name: "燃气泄漏" })
  const call = within(drawer).getByRole("link", { name: "拨打 0571-88001234" })
  expect(call.getAttribute("href")).toBe("tel:057188001234")
  const start = within(drawer).getByRole("link", { name: "启动预案" })
  expect(start.getAttribute("href")).toBe(`/main/drills?alarm=${uuid}`)
  await userEvent.click(within(drawer).getByRole("button", { name: "处置" }))
  const form = screen.getByRole("dialog", { name: "记录处置情况" })
  expect(within(form).getByText("现场照片（选填）")).toBeTruthy()
})

test("[DAY-5] photos of what was done stand in the history", async () => {
  const photo = { id: "8", name: "阀门.jpg", type: "image/jpeg" as const, bytes: 1000, width: 10, height: 10 }
  alarm = { ...alarm, history: [{ ...alarm.history[0]!, deed: "handling", who: "李老师", photos: [photo] }] }
  await opened(`/main/alarms?alarm=${uuid}`)
  const drawer = await screen.findByRole("dialog", { name: "燃气泄漏" })
  const photos = within(drawer).getByRole("list", { name: "现场照片" })
  expect(within(photos).getByRole("link", { name: /阀门\.jpg/ })).toBeTruthy()
})

test("[WARN-6][HOME-4] without the code table the states have their built-in names, and it is said", async () => {
  await opened()
  expect(await screen.findByText(new RegExp(warningMessageByCall["dictionary.codesByParent"]))).toBeTruthy()
  await userEvent.click(screen.getByLabelText("状态"))
  expect(screen.getByRole("option", { name: "待确认" })).toBeTruthy()
})

test("[WORK-4] a failure and an empty list look different", async () => {
  isDown = true
  await opened()
  expect((await screen.findByRole("alert")).textContent).toContain(warningMessageByCall["alarms.list"])
  isDown = false
  isEmpty = true
  await userEvent.click(screen.getByRole("button", { name: "重试" }))
  expect(await screen.findByText("当前没有未办结的预警")).toBeTruthy()
  await chooseOption(screen.getByLabelText("状态"), "误报")
  expect(await screen.findByText("没有符合条件的预警")).toBeTruthy()
})

test("[WARN-7] while the server is away the list stays, marked with its time", async () => {
  const { queries } = await opened()
  await screen.findByText("烟雾报警")
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  isDown = true
  await act(() => queries.invalidateQueries({ queryKey: callKey(alarmCalls.list) }))
  expect((await screen.findByRole("alert")).textContent).toMatch(/^连接中断，以下是今天 \d\d:\d\d:\d\d的情况/)
  expect(screen.getByText("烟雾报警")).toBeTruthy()
  act(() => void vi.advanceTimersByTime(5000))
  expect(await screen.findByRole("alert")).toBeTruthy()
  isDown = false
  act(() => void vi.advanceTimersByTime(5000))
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull())
})

test("[DISTRICT-9] an alarm of an unknown type leads the platform's administrator to name it, with its code", async () => {
  alarm = { ...alarm, model_code: "a&b", model_name: unknownTypeName("a&b"), is_known_type: false }
  keepUser({ ...someUser, usertype: usertypes.platform, admintype: admintypes.platform })
  await opened(`/main/alarms?alarm=${uuid}`)
  const link = await screen.findByRole("link", { name: "新增这个预警类型" })
  expect(link.getAttribute("href")).toBe("/main/alarmTypes?code=a%26b")
})

test("[DISTRICT-9] whoever may not name types is not offered to, and sees the same words", async () => {
  alarm = { ...alarm, model_code: "a&b", model_name: unknownTypeName("a&b"), is_known_type: false }
  await opened(`/main/alarms?alarm=${uuid}`)
  expect(await screen.findByRole("heading", { name: "未知类型预警（a&b）" })).toBeTruthy()
  expect(screen.queryByRole("link", { name: "新增这个预警类型" })).toBeNull()
})

test("[DISTRICT-9] the filter leaves out disabled types and names unknown ones like every page", async () => {
  await opened("/main/alarms?type=heat")
  const box = await screen.findByRole("combobox", { name: /类型/ })
  await waitFor(() => expect(box.textContent).toContain("未知类型预警（heat）"))
  await userEvent.click(box)
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "全部",
    "燃气泄漏",
    "未知类型预警（heat）",
  ])
})
