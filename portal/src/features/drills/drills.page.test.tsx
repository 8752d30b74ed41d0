import {
  drillCalls,
  drillMessages,
  executionTypes,
  type EmergencyPlan,
  type LiveDrill,
} from "@uc/contract/drills/calls"
import { alarmAdminCalls, type AlarmDetail } from "@uc/contract/alarms/admin-calls"
import { secondRunMessages } from "@uc/contract/drills/second-run"
import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { QueryClientProvider } from "@tanstack/react-query"
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { MemoryRouter } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openDialogs, settleDialog } from "../../platform/dialogs/dialogs.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { dismissToast, shownToasts } from "../../platform/browser/toast.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./drills.page.tsx"
import { chooseOption } from "../../testing/choose-option.ts"

const round = "6f1c1b0e-3f0a-4a55-9a55-0d1f0c3c8d11"
let live: LiveDrill[]
let plans: EmergencyPlan[]
let sent: [string, URLSearchParams][]
let isDown: boolean
let refuse: string | null
/** What the answer with the plans waits for. */
let plansCome: Promise<unknown>
let publishDrills: (() => void) | undefined
vi.mock("../../platform/realtime/events.ts", () => ({
  onEvent: (topic: string, listener: () => void) => {
    if (topic === "drills") publishDrills = listener
    return () => (publishDrills = undefined)
  },
}))

const uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"
/** An alarm of smoke at the own school. */
const smoke: AlarmDetail = {
  uuid,
  createtime: "2026-11-15 14:00:00",
  model_code: "smoke",
  model_name: "烟雾报警",
  is_known_type: true,
  orgid: someUser.orgid,
  school_name: someUser.orgname,
  level: 1,
  alarm_level_name: "特别重大",
  state: "open",
  address: "食堂",
  school_address: null,
  due_at: null,
  taken_by: null,
  escalated_at: null,
  escalated_here: false,
  school_phone: null,
  detail: null,
  source: null,
  received_at: "2026-11-15 14:00:01",
  closed_at: null,
  history: [],
  acts: 0,
  can: [],
}

function running(id: string, more: Partial<LiveDrill> = {}): LiveDrill {
  return {
    id,
    yazxCode: `YA-${id}`,
    title: "消防疏散演练",
    zxType: executionTypes.drill,
    round: null,
    planId: null,
    orgid: id,
    orgname: `第${id}小学`,
    begunAt: "2026-11-15 14:00:00",
    confirmed: 3,
    people: 12,
    isConfirmedByMe: false,
    mayConfirm: false,
    mayEnd: true,
    ...more,
  }
}

function plan(id: string, more: Partial<EmergencyPlan> = {}): EmergencyPlan {
  return {
    id,
    title: `预案${id}应急预案`,
    kind: "fire",
    content: "",
    steps: ["拉响警报"],
    timesAYear: 2,
    isShared: true,
    isOwn: true,
    version: 1,
    ...more,
  }
}

const bureau = { ...someUser, usertype: usertypes.bureau, admintype: admintypes.area }
const head = { ...someUser, usertype: usertypes.school, admintype: admintypes.organisation }
const teacher = { ...head, admintype: admintypes.none }

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  live = []
  plans = [plan("1"), plan("2", { isShared: false })]
  sent = []
  isDown = false
  refuse = null
  plansCome = Promise.resolve()
  for (const { id } of shownToasts()) dismissToast(id)
  const write = (name: string, given: URLSearchParams) => {
    if (refuse !== null) throw new Refused(refuse)
    sent.push([name, given])
  }
  serveFakes(
    answering(drillCalls.live, () => {
      if (isDown) throw new Refused("")
      return { total: live.length, items: live, now: "2026-11-15 14:12:05" }
    }),
    answering(alarmAdminCalls.detail, () => smoke),
    answering(drillCalls.plans, async () => {
      await plansCome
      if (isDown) throw new Refused("")
      return { plans }
    }),
    answering(drillCalls.participants, () => ({
      organisations: [
        { orgid: "11", orgname: "第一小学", areaname: "学院街道" },
        { orgid: "12", orgname: "第二小学", areaname: "学院街道" },
      ],
    })),
    answering(drillCalls.start, (given) => {
      write("start", given)
      return { round, started: (given.get("orgids") ?? "").split(",").length }
    }),
    answering(drillCalls.confirm, (given) => {
      write("confirm", given)
      live = live.map((each) => ({ ...each, isConfirmedByMe: true, confirmed: each.confirmed + 1 }))
      return { at: "2026-11-15 14:12:05" }
    }),
    answering(drillCalls.end, (given) => {
      write("end", given)
      live = live.filter(({ id }) => id !== given.get("id"))
      return { ended: 1 }
    }),
    answering(drillCalls.endRound, (given) => {
      write("endRound", given)
      live = []
      return { ended: 2 }
    }),
    answering(dictionaryCalls.codes, () => [{ code: "weather", name: "防汛防台", remark: "含暴雨和冰雪" }]),
    answering(drillCalls.savePlan, (given) => {
      write("savePlan", given)
      return plan("3")
    }),
    answering(drillCalls.removePlan, (given) => {
      write("removePlan", given)
      return {}
    }),
    answering(drillCalls.ledger, (given) => {
      if (isDown) throw new Refused("")
      sent.push(["ledger", given])
      return {
        total: 2,
        dueRows: 1,
        organisations: 2,
        items: [
          {
            orgid: "11",
            orgname: "第一小学",
            planId: "1",
            planTitle: "消防",
            kind: "fire" as const,
            timesAYear: 4,
            held: 1,
            due: 3,
            lastAt: "2026-03-01 09:00:00",
          },
          {
            orgid: "12",
            orgname: "第二小学",
            planId: "1",
            planTitle: "消防",
            kind: "fire" as const,
            timesAYear: 4,
            held: 4,
            due: 0,
            lastAt: null,
          },
        ],
      }
    }),
    answering(drillCalls.held, (given) => ({
      total: sent.push(["held", given]) && 2,
      items: [executionTypes.drill, executionTypes.emergency].map((zxType) => ({
        id: `5${zxType}`,
        title: zxType === executionTypes.drill ? "疏散演练" : "食堂起火",
        zxType,
        orgname: "第一小学",
        begunAt: "2026-03-01 09:00:00",
        endedAt: "2026-03-01 09:12:05",
        seconds: 725,
        confirmed: 8,
        notes: null,
      })),
    })),
    answering(drillCalls.record, () => ({
      ...running("52"),
      title: "疏散演练",
      planTitle: "消防",
      steps: ["拉响警报"],
      startedBy: null,
      begunAt: "2026-03-01 09:00:00",
      endedAt: "2026-03-01 09:12:05",
      seconds: 725,
      notes: "<b>有序</b>",
      confirmations: [{ nickname: "王芳", at: "2026-03-01 09:01:00", note: "三年级到齐" }],
    })),
    answering(drillCalls.exportLedger, (given) => {
      write("export", given)
      return { name: "台账.xlsx", rows: 4, isCut: false, content: btoa("xlsx") }
    }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function opened(
  user: typeof head | typeof bureau | typeof teacher,
  tab = "进行中",
  at = "/main/drills",
) {
  keepUser(user)
  render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={createQueryClient()}>
        <Component />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  if (tab !== "进行中") fireEvent.click(screen.getByRole("tab", { name: tab }))
  await act(async () => {})
}

const button = (name: string | RegExp) => screen.getByRole("button", { name })
const tellsToast = (text: string) =>
  waitFor(() => expect(shownToasts().map((toast) => toast.text)).toContain(text))

test("[WORK-5] running drills show time and confirmations; a person confirms once", async () => {
  live = [
    running("1", { zxType: executionTypes.emergency, title: "食堂起火", mayEnd: false }),
    running("2", { mayConfirm: true, mayEnd: false }),
  ]
  await opened(teacher)
  const real = await screen.findByRole("article", { name: "食堂起火" })
  const drill = screen.getByRole("article", { name: "消防疏散演练" })
  expect(within(drill).getByText("演练")).toBeTruthy()
  // An emergency never carries the drill's mark.
  expect(within(real).queryByText("演练")).toBeNull()
  expect(within(real).getByText(/真实应急/)).toBeTruthy()
  expect(within(drill).getByRole("timer").textContent).toMatch(/^12:0[5-9]$/)
  expect(within(drill).getByText(/已确认/).textContent).toBe("已确认 3 / 12 人")
  expect(screen.queryByRole("button", { name: "启动演练" })).toBeNull()
  expect(screen.queryByRole("button", { name: /^结束/ })).toBeNull()

  const confirm = within(drill).getByRole("button", { name: "我已知晓" })
  fireEvent.click(confirm)
  fireEvent.click(confirm)
  await within(drill).findByText("您已确认")
  expect(sent.map(([name]) => name)).toEqual(["confirm"])
  expect(within(drill).getByText(/已确认 /).textContent).toBe("已确认 4 / 12 人")
  await tellsToast(drillMessages.confirmed)
})

test("[DAY-5] 启动预案 of an alarm opens the plan that fits, as a real run", async () => {
  plans = [plan("1", { kind: "earthquake" }), plan("2", { kind: "fire", title: "消防应急预案" })]
  await opened(head, "进行中", `/main/drills?alarm=${uuid}`)
  const form = await screen.findByRole("dialog", { name: "启动真实应急响应" })
  expect(within(form).getByRole("combobox", { name: /预案/ }).textContent).toContain("消防应急预案")
  fireEvent.click(within(form).getByRole("checkbox"))
  fireEvent.click(within(form).getByRole("button", { name: "立即启动应急响应" }))
  await waitFor(() => expect(sent.map(([name]) => name)).toEqual(["start"]))
  const [[, given] = []] = sent
  expect([given?.get("planId"), given?.get("zxType"), given?.get("orgids")]).toEqual(["2", "1", head.orgid])
})

test("[DAY-5] a second run in a school where one is running is asked about", async () => {
  live = [running("7", { orgid: head.orgid, orgname: "第一小学", title: "防震演练" })]
  await opened(head, "预案")
  fireEvent.click((await screen.findAllByRole("button", { name: /^启动/ }))[0]!)
  const form = await screen.findByRole("dialog", { name: "启动演练" })
  const go = within(form).getByRole("button", { name: "启动演练" })
  fireEvent.click(go)
  const ask = await screen.findByRole("dialog", { name: secondRunMessages.title })
  expect(ask.textContent).toContain("第一小学正在进行“防震演练”")
  fireEvent.click(within(ask).getByRole("button", { name: "取消" }))
  await waitFor(() => expect(screen.queryByRole("dialog", { name: secondRunMessages.title })).toBeNull())
  expect(sent).toEqual([])
  fireEvent.click(go)
  const again = await screen.findByRole("dialog", { name: secondRunMessages.title })
  fireEvent.click(within(again).getByRole("button", { name: secondRunMessages.confirm }))
  await waitFor(() => expect(sent.map(([name]) => name)).toEqual(["start"]))
})

test("[DAY-5] a plan that is running there already is refused at once, without a question", async () => {
  live = [running("7", { orgid: head.orgid, orgname: "第一小学", planId: plans[0]!.id })]
  await opened(head, "预案")
  fireEvent.click((await screen.findAllByRole("button", { name: /^启动/ }))[0]!)
  const form = await screen.findByRole("dialog", { name: "启动演练" })
  fireEvent.click(within(form).getByRole("button", { name: "启动演练" }))
  expect((await within(form).findByRole("alert")).textContent).toContain(drillMessages.underWay(["第一小学"]))
  expect(screen.queryByRole("dialog", { name: secondRunMessages.title })).toBeNull()
  expect(sent).toEqual([])
})

test("[WARN-7] news of drills are shown at once, without waiting for the next beat", async () => {
  live = [running("11")]
  await opened(bureau)
  await screen.findByRole("button", { name: "结束第11小学" })
  live = [running("12")]
  act(() => publishDrills?.())
  expect(await screen.findByRole("button", { name: "结束第12小学" })).toBeTruthy()
})

test("[WORK-5] a round is ended by organisation or whole, with notes, and asked for first", async () => {
  live = [running("1", { round }), running("2", { round })]
  await opened(bureau)
  fireEvent.click(await screen.findByRole("button", { name: "结束第1小学" }))
  expect(sent).toEqual([])
  const one = screen.getByRole("dialog", { name: "结束演练" })
  fireEvent.change(within(one).getByLabelText("总结（选填）"), { target: { value: "有序" } })
  refuse = drillMessages.ended
  fireEvent.click(within(one).getByRole("button", { name: "结束演练" }))
  expect((await within(one).findByRole("alert")).textContent).toBe(drillMessages.ended)
  refuse = null
  fireEvent.click(within(one).getByRole("button", { name: "结束演练" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(sent[0]?.[1].get("id")).toBe("1")
  expect(sent[0]?.[1].get("notes")).toBe("有序")

  live = [running("1", { round }), running("2", { round })]
  fireEvent.click(await screen.findByRole("tab", { name: "预案" }))
  fireEvent.click(screen.getByRole("tab", { name: "进行中" }))
  fireEvent.click(await screen.findByRole("button", { name: "结束全部单位" }))
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "结束演练" }))
  await screen.findByText("当前没有进行中的演练")
  expect(sent[1]?.[0]).toBe("endRound")
  expect(sent[1]?.[1].get("round")).toBe(round)
})

test("[WORK-5] pressed before the plans have come, the form opens when they are there", async () => {
  let come = () => {}
  plansCome = new Promise<void>((resolve) => (come = resolve))
  await opened(head)
  fireEvent.click(button("启动演练"))
  await screen.findByText("当前没有进行中的演练")
  expect(screen.queryByRole("dialog", { name: "启动演练" })).toBeNull()
  expect(button("启动演练").getAttribute("aria-busy")).toBe("true")
  come()
  expect(await screen.findByRole("dialog", { name: "启动演练" })).toBeTruthy()
})

test("[WORK-5] without any plan the button leads to where the first one is made", async () => {
  plans = []
  await opened(head)
  fireEvent.click(button("启动演练"))
  await tellsToast("请先新建预案，再按预案启动")
  await screen.findByRole("tab", { name: "预案", selected: true })
})

test("[WORK-5] a bureau starts with the picked areas, less organisations left out", async () => {
  await opened(bureau)
  await waitFor(() => expect(button("启动演练")).toBeTruthy())
  await screen.findByText("当前没有进行中的演练")
  fireEvent.click(button("启动演练"))
  const dialog = await screen.findByRole("dialog", { name: "启动演练" })
  expect(within(dialog).getByLabelText("名称").getAttribute("value")).toBe("预案1演练")
  const go = () => fireEvent.submit(within(dialog).getByLabelText("名称"))
  go()
  expect(within(dialog).getByRole("alert").textContent).toBe(drillMessages.nobodyChosen)

  fireEvent.click(within(dialog).getByRole("button", { name: "按区域选择" }))
  await waitFor(() => expect(openDialogs()).toHaveLength(1))
  const [picker] = openDialogs()
  if (!picker) throw new Error("No picker is open")
  act(() => settleDialog(picker, [{ areaid: "7", areaname: "学院街道" }]))
  await within(dialog).findByText("共 2 个单位")
  fireEvent.click(within(dialog).getByRole("button", { name: "移除第二小学" }))
  go()
  go()
  await tellsToast("演练已启动，1个单位参加")
  expect(sent.map(([name]) => name)).toEqual(["start"])
  expect(Object.fromEntries(sent[0]?.[1] ?? [])).toMatchObject({
    planId: "1",
    orgids: "11",
    title: "预案1演练",
    zxType: "2",
    isReal: "0",
  })
  expect(screen.queryByRole("dialog")).toBeNull()
})

test("[WORK-5] a real emergency is not called a drill and needs its own tick", async () => {
  await opened(head, "预案")
  fireEvent.click(await screen.findByRole("button", { name: "按“预案2应急预案”启动" }))
  const dialog = screen.getByRole("dialog")
  expect(within(dialog).queryByRole("button", { name: "按区域选择" })).toBeNull()
  fireEvent.click(within(dialog).getByRole("radio", { name: /真实应急/ }))
  expect(screen.getByRole("dialog", { name: "启动真实应急响应" })).toBe(dialog)
  expect(within(dialog).getByLabelText("名称").getAttribute("value")).toBe("预案2应急预案")
  fireEvent.click(within(dialog).getByRole("button", { name: "立即启动应急响应" }))
  expect(within(dialog).getByRole("alert").textContent).toBe(drillMessages.emergencyUnconfirmed)
  expect(sent).toEqual([])
  fireEvent.click(within(dialog).getByRole("checkbox"))
  fireEvent.click(within(dialog).getByRole("button", { name: "立即启动应急响应" }))
  await tellsToast("应急响应已启动，1个单位参加")
  expect(Object.fromEntries(sent[0]?.[1] ?? [])).toMatchObject({
    orgids: someUser.orgid,
    zxType: "1",
    isReal: "1",
  })
})

test("[WORK-5][HOME-4] plans are written step by step, removed after a confirmation", async () => {
  plans = [plan("1"), plan("9", { isOwn: false, title: "全区预案" })]
  await opened(head, "预案")
  await screen.findByText("上级预案")
  expect(screen.queryByRole("button", { name: "修改全区预案" })).toBeNull()
  fireEvent.click(button("新建预案"))
  const dialog = screen.getByRole("dialog", { name: "新建预案" })
  expect(within(dialog).queryByRole("checkbox")).toBeNull()
  fireEvent.click(within(dialog).getByRole("button", { name: "保存" }))
  // It stands at its field.
  expect(within(dialog).getByText(drillMessages.titleMissing)).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText("名称"), { target: { value: " 防汛 " } })
  await chooseOption(within(dialog).getByLabelText("类别"), "极端天气")
  await within(dialog).findByText("含暴雨和冰雪")
  await chooseOption(within(dialog).getByLabelText("每年演练次数"), "不要求")
  fireEvent.change(within(dialog).getByLabelText("步骤"), { target: { value: "看水位\n\n  转移 \n" } })
  fireEvent.click(within(dialog).getByRole("button", { name: "保存" }))
  await tellsToast(drillMessages.planSaved)
  expect(JSON.parse(sent[0]?.[1].get("json") ?? "")).toEqual({
    title: "防汛",
    kind: "weather",
    content: "",
    steps: ["看水位", "转移"],
    isShared: false,
  })
  fireEvent.click(button("删除预案1应急预案"))
  refuse = drillMessages.planInUse
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "删除" }))
  expect((await screen.findByRole("alert")).textContent).toBe(drillMessages.planInUse)
})

test("[WORK-5] the ledger marks what is due and is exported as it is filtered", async () => {
  const saved: string[] = []
  URL.createObjectURL = () => "blob:ledger"
  HTMLAnchorElement.prototype.click = function () {
    saved.push(this.download)
  }
  await opened(bureau, "台账")
  await screen.findByText("还差 3 次")
  expect(screen.getByText("已完成")).toBeTruthy()
  const search = screen.getByLabelText("单位")
  fireEvent.change(search, { target: { value: "一小" } })
  // Asked for once the typing rests.
  await waitFor(() => expect(sent.findLast(([name]) => name === "ledger")?.[1].get("orgname")).toBe("一小"))
  fireEvent.click(screen.getByLabelText("只看未完成"))
  const lastYear = `${Number(screen.getByLabelText("年份").textContent?.replace("年", "")) - 1}`
  await chooseOption(screen.getByLabelText("年份"), `${lastYear}年`)
  await screen.findByText("缺 3 次")
  const asked = sent.findLast(([name]) => name === "ledger")?.[1]
  expect([asked?.get("year"), asked?.get("orgname"), asked?.get("onlyDue")]).toEqual([lastYear, "一小", "1"])

  fireEvent.click(button("导出表格"))
  expect(button("正在生成表格…").getAttribute("aria-busy")).toBe("true")
  await tellsToast("已导出4条")
  expect(saved).toEqual(["台账.xlsx"])
  expect(sent.find(([name]) => name === "export")?.[1].get("orgname")).toBe("一小")

  fireEvent.click(button("执行记录"))
  const rows = await screen.findAllByRole("row")
  expect(rows.slice(1).map((row) => within(row).queryByText("演练") !== null)).toEqual([true, false])
  fireEvent.click(button("疏散演练的记录"))
  const record = await screen.findByRole("dialog", { name: "执行记录" })
  // Text with markup is text.
  await within(record).findByText("<b>有序</b>")
  expect(record.textContent).toContain("12分5秒")
  expect(record.textContent).toContain("三年级到齐")
})

test("[WORK-5] a failure never looks empty: each tab says so, older data is marked", async () => {
  isDown = true
  await opened(teacher)
  await screen.findByText("进行中的演练加载失败")
  fireEvent.click(screen.getByRole("tab", { name: "预案" }))
  await screen.findByText("预案加载失败")
  fireEvent.click(screen.getByRole("tab", { name: "台账" }))
  await screen.findByText("演练台账加载失败")
  isDown = false
  live = [running("1")]
  fireEvent.click(screen.getByRole("tab", { name: "进行中" }))
  await screen.findByRole("article")
  isDown = true
  act(() => void document.dispatchEvent(new Event("visibilitychange")))
  expect((await screen.findByRole("alert")).textContent).toContain("连接中断")
  expect(screen.getByRole("article")).toBeTruthy()
})

test("[HOME-2] the number of held drills leads to their list", async () => {
  await opened(bureau, "进行中", "/main/drills?tab=ledger")
  expect(screen.getByRole("tab", { name: "台账" }).getAttribute("aria-selected")).toBe("true")
  expect(button("执行记录").getAttribute("aria-pressed")).toBe("true")
})

test("[HOME-1] a day's number leads to its drills, the due number to what is owed", async () => {
  await opened(bureau, "进行中", "/main/drills?tab=ledger&day=2026-03-01&type=drill")
  await screen.findByText("疏散演练")
  expect(Object.fromEntries(sent.findLast(([name]) => name === "held")?.[1] ?? [])).toMatchObject({
    day: "2026-03-01",
    zxType: "2",
  })
  cleanup()
  await opened(bureau, "进行中", "/main/drills?tab=due")
  await waitFor(() =>
    expect(Object.fromEntries(sent.findLast(([name]) => name === "ledger")?.[1] ?? [])).toMatchObject({
      onlyDue: "1",
      orgname: bureau.orgname,
    }),
  )
})
