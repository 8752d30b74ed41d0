import { alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { assessmentCalls } from "@uc/contract/assessments/calls"
import { dailyStatCalls } from "@uc/contract/daily-stats/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { homeLayoutCalls } from "@uc/contract/home/calls"
import { newsCalls } from "@uc/contract/news/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { hazardCalls } from "@uc/contract/hazards/calls"
import { patrolCalls } from "@uc/contract/patrols/calls"
import { admintypes, usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { subscriptionCalls } from "@uc/contract/subscriptions/calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { CardFrame } from "../../../features/home/card-frame.tsx"
import { answering, serveFakes } from "../../../testing/fake-answers.ts"
import { homeCardsFor } from "../../../features/home/home-card.ts"
import { keepUser } from "../../../platform/session/session.ts"
import { someUser } from "../../../testing/some-user.ts"
import { renderPage } from "../../../testing/render-page.tsx"
import { isIconName } from "../../../ui/navigation/icon.tsx"
import { staticRouteAt } from "../../routing/routes.ts"
import { loadHomeCards, requestAhead } from "./home-cards.ts"
import { queries } from "../../loading/queries.ts"

vi.mock("../../../ui/charts/chart-engine.ts", () => ({ draw: () => () => undefined }))

beforeAll(loadHomeCards)

const people = {
  platform: { usertype: usertypes.platform, admintype: admintypes.platform },
  bureau: { usertype: usertypes.bureau, admintype: admintypes.area },
  clerk: { usertype: usertypes.bureau, admintype: admintypes.none },
  administrator: { usertype: usertypes.school, admintype: admintypes.organisation },
  enterprise: { usertype: usertypes.enterprise, admintype: admintypes.organisation },
  staff: { usertype: usertypes.school, admintype: admintypes.none },
} as const

const everybodys = [
  "today",
  "tasks",
  "notices",
  "alarm-records",
  "applications",
  "patrols",
  "hazards",
  "news",
  "subscriptions",
  "friend-links",
]
const administrators = ["risk-trend", "risk-types", "assessments", "profiles"]

const keysFor = (who: keyof typeof people) =>
  homeCardsFor(people[who])
    .map(({ key }) => key)
    .toSorted()

test("[HOME-1] each of the four audiences has its cards, found by their file's name", () => {
  expect(keysFor("staff")).toEqual(everybodys.toSorted())
  expect(keysFor("administrator")).toEqual([...everybodys, ...administrators].toSorted())
  expect(keysFor("enterprise")).toEqual(keysFor("administrator"))
  expect(keysFor("bureau")).toEqual([...everybodys, ...administrators, "risk-organisations"].toSorted())
  // A card whose list is closed to somebody is not theirs.
  expect(keysFor("clerk")).toEqual(
    keysFor("bureau").filter((key) => !["assessments", "profiles"].includes(key)),
  )
  expect(keysFor("platform")).toEqual(keysFor("bureau"))
})

test("[DISTRICT-8] a card whose list needs a permission is for whoever holds it", () => {
  const keys = (permissions: string[]) => homeCardsFor({ ...people.staff, permissions }).map(({ key }) => key)
  expect(keys(["assessments.read"])).toEqual(expect.arrayContaining(["assessments", "profiles"]))
  expect(keys(["news.manage"])).not.toContain("assessments")
  expect(keys(["assessments.read"])).not.toContain("risk-trend")
  const without = homeCardsFor({ ...people.administrator, permissions: [] }).map(({ key }) => key)
  expect(without).not.toContain("assessments")
})

test("[HOME-1] every card has a unique name, a known icon and a size of the grid", () => {
  const cards = homeCardsFor(people.platform)
  expect(new Set(cards.map(({ key }) => key)).size).toBe(cards.length)
  for (const { key, icon, size, least } of cards) {
    expect(isIconName(icon), key).toBe(true)
    expect(size.w >= least.w && size.h >= least.h && size.w <= 12, key).toBe(true)
  }
})

const page = <T,>(items: readonly T[]) => ({
  total: items.length,
  items: [...items],
  next: null,
  newer: null,
  older: null,
})
const moment = "2026-11-15 08:30:00"

let orderOfTasks: string | null = null

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-15T10:00:00+08:00") })
  localStorage.clear()
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  serveFakes(
    answering(dailyStatCalls.ofDay, () => [
      { code: "alarms", name: "新增预警", current: 5, previous: 3 },
      { code: "handled", name: "办结预警", current: 1, previous: 4 },
      { code: "tasks", name: "完成任务", current: 2, previous: 2 },
      { code: "drills", name: "应急演练", current: 0, previous: 0 },
      { code: "signIns", name: "登录人次", current: 9, previous: 1 },
      { code: "later", name: "以后的数", current: 1, previous: 1 },
    ]),
    answering(taskCalls.list, (sent) => {
      orderOfTasks = sent.get("order")
      return page([
        {
          id: "7",
          title: "核对<b>人员</b>",
          state: 0 as const,
          progress: 20,
          givername: "李",
          giverorg: "局",
          createtime: moment,
          deadline: "2026-11-15 09:00:00",
          isOverdue: true,
          priority: 2 as const,
          repeat: null,
          counts: { total: 1, done: 0, returned: 0 },
          work: "70",
          forOrganisation: false,
        },
      ])
    }),
    answering(noticeCalls.list, () =>
      page([
        {
          id: "8",
          title: "关于演练",
          category: "通知",
          isPinned: false,
          orgname: "局",
          createtime: moment,
          isRead: false,
          wantsReceipt: false,
          isConfirmed: false,
        },
      ]),
    ),
    answering(alarmCalls.types, () => page([{ code: "gas", name: "燃气泄漏" }])),
    answering(alarmCalls.records, () => ({
      total: 1000,
      items: [
        {
          uuid: "0f8fad5b-d9cb-469f-a165-70867728950e",
          createtime: moment,
          model_code: "gas",
          orgid: "9",
          school_name: "甲一小学",
          alarm_level_name: "重大",
          state: "open" as const,
          level: 2,
          address: "食堂",
          due_at: null,
        },
      ],
    })),
    answering(drillCalls.executions, () => page([])),
    answering(alarmAdminCalls.pulse, () => ({
      fresh: 0,
      open: 2,
      acknowledged: 1,
      handling: 0,
      escalated: 0,
      waiting: 2,
      today: 3,
    })),
    answering(alarmCalls.riskStatistics, () => ({
      total: 12,
      levels: [{ level: 2, name: "重大", total: 12 }],
      types: [{ code: "gas", name: "燃气泄漏", total: 12 }],
      days: [{ day: "2026-11-14", total: 12 }],
      organisations: [{ orgid: "9", name: "甲一小学", total: 12 }],
    })),
    answering(patrolCalls.statistics, () => ({
      planned: 10,
      done: 9,
      missed: 1,
      days: [{ day: "2026-11-14", planned: 10, done: 9, missed: 1 }],
    })),
    answering(hazardCalls.statistics, () => ({
      total: 21,
      waiting: 4,
      reported: 5,
      assigned: 6,
      rectified: 7,
      closed: 2,
      rejected: 1,
      overdue: 3,
      escalated: 3,
      organisations: [],
      isCut: false,
    })),
    answering(hazardCalls.list, () =>
      page([
        {
          id: "61",
          title: "护栏松动",
          place: "东楼3层",
          level: "major" as const,
          source: "report" as const,
          state: "assigned" as const,
          orgid: "9",
          orgname: "甲一小学",
          reporter: "王芳",
          reportedAt: moment,
          assignee: "李强",
          deadline: "2026-11-10",
          isOverdue: true,
          escalatedAt: null,
          closedAt: null,
        },
      ]),
    ),
    answering(assessmentCalls.list, () =>
      page([
        {
          id: "5",
          title: "年度考核",
          orgid: "9",
          orgname: "甲一小学",
          begins: "2026-01-01",
          ends: "2026-12-20",
          state: 2 as const,
          score: null,
        },
      ]),
    ),
    answering(assessmentCalls.profiles, () =>
      page([{ orgid: "9", orgname: "甲一小学", completeness: 75, updatetime: null }]),
    ),
    answering(newsCalls.columns, () => [
      { id: "1", name: "要闻", category: "top", children: [] },
      { id: "2", name: "空栏", category: "none", children: [] },
    ]),
    answering(newsCalls.ofColumn, (sent) =>
      page(
        sent.get("category") === "top"
          ? [{ id: "3", title: "开学第一课", summary: "", category: "top", createtime: moment }]
          : [],
      ),
    ),
    answering(newsCalls.friendLinks, () => [
      { id: "1", name: "教育资源", address: "https://res.example.cn/" },
      { id: "2", name: "坏链接", address: "javascript:alert(1)" },
    ]),
    answering(subscriptionCalls.check, () => [{ code: "task", name: "任务", isSubscribed: true }]),
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(who: keyof typeof people) {
  const user: CurrentUser = { ...someUser, ...people[who] }
  keepUser(user)
  renderPage(
    homeCardsFor(user).map((card) => (
      <CardFrame key={card.key} card={card} user={user} pinnedBy={card.key === "tasks" ? "bureau" : null} />
    )),
  )
}

/** By its address: finding every link by its name takes seconds. */
async function linkIn(title: string, place: string, words = /./): Promise<Element> {
  return waitFor(() => {
    const card = screen.getByText(title, { selector: "h2" }).closest("section")
    const link = [...(card?.querySelectorAll("a") ?? [])].find(
      (one) => one.getAttribute("href") === place && words.test(one.textContent),
    )
    if (!link) throw new Error(`${title} has no such link to ${place}`)
    return link
  })
}

const inCard = (title: string) =>
  within(screen.getByText(title, { selector: "h2" }).closest("section") ?? document.body)

test("[HOME-1][HOME-2] every number leads to its filtered list; the change since yesterday is text", async () => {
  open("bureau")
  const cases = [
    ["今日数据", /新增预警\s*5\s*比昨天此时多 2/, "/main/alarms?state=all&period=today"],
    ["今日数据", /办结预警\s*1\s*比昨天此时少 3/, "/main/alarms?state=all&by=closed&period=today"],
    ["今日数据", /完成任务\s*2\s*与昨天此时持平/, "/task?view=all&state=all&finished=2026-11-15"],
    ["今日数据", /应急演练/, "/main/drills?tab=ledger&day=2026-11-15&type=drill"],
    ["今日数据", /登录人次/, "/main/logs?period=today&result=signed-in"],
    ["待办任务", /已逾期.*核对<b>人员<\/b>/, "/task?task=7&work=70"],
    ["通知公告", /未读.*关于演练/, "/main/notices?notice=8"],
    ["最新预警", /^2$/, "/main/alarms?waiting=1"],
    ["最新预警", /^3$/, "/main/alarms?state=all&period=today"],
    ["最新预警", /^1000\+$/, "/main/alarms?state=all&period=week"],
    [
      "最新预警",
      /重大.*燃气泄漏 · 甲一小学/,
      "/main/alarms?state=all&period=week&alarm=0f8fad5b-d9cb-469f-a165-70867728950e",
    ],
    ["预警趋势", /^12$/, "/main/alarms?state=all&period=month"],
    ["预警分布", /^12$/, "/main/alarms?state=all&period=month&level=%E9%87%8D%E5%A4%A7"],
    ["巡查统计", /^90%$/, "/main/patrols?view=statistics&from=2026-11-14&to=2026-11-14"],
    ["巡查统计", /^10$/, "/main/patrols?view=records&from=2026-11-14&to=2026-11-14"],
    ["巡查统计", /^9$/, "/main/patrols?view=records&from=2026-11-14&to=2026-11-14&state=done"],
    ["巡查统计", /^1$/, "/main/patrols?view=records&from=2026-11-14&to=2026-11-14&state=missed"],
    ["隐患治理", /^4$/, "/main/hazards?waiting=1"],
    ["隐患治理", /^5$/, "/main/hazards?state=reported"],
    ["隐患治理", /^6$/, "/main/hazards?state=assigned"],
    ["隐患治理", /^7$/, "/main/hazards?state=rectified"],
    ["隐患治理", /^3$/, "/main/hazards?overdue=1"],
    ["隐患治理", /已逾期.*护栏松动.*11-10 前/, "/main/hazards?hazard=61"],
    ["档案完整度", /甲一小学.*75%/, "/main/assessments?view=profiles&org=9"],
    ["新闻资讯", /开学第一课/, "/main/service?category=top&news=3"],
    ["我的订阅", /任务.*已订阅/, "/main/service?see=subscriptions"],
  ] as const
  for (const [title, name, place] of cases) {
    await linkIn(title, place, name)
    const path = place.split("?")[0] ?? ""
    expect(staticRouteAt(path), path).not.toBeNull()
  }
  const assessment = inCard("考核评估").getByText("年度考核").closest("a")?.getAttribute("href") ?? ""
  expect(staticRouteAt(assessment.split("?")[0] ?? ""), assessment).not.toBeNull()
  // A number that is new to this version is shown and leads nowhere.
  expect(inCard("今日数据").getByText("以后的数").closest("a")).toBeNull()
  // Columns without news are not shown.
  expect(
    inCard("新闻资讯")
      .getAllByRole("tab")
      .map(({ textContent }) => textContent),
  ).toEqual(["要闻"])
  expect((await linkIn("友情链接", "https://res.example.cn/")).getAttribute("rel")).toBe(
    "noopener noreferrer",
  )
  expect(inCard("友情链接").getByText("坏链接").closest("a")).toBeNull()
  inCard("待办任务").getByText("教育局置顶")
  expect(document.querySelectorAll("[role=alert]")).toHaveLength(0)
})

test("[DAY-10] the to-dos of the home are asked for by urgency", async () => {
  open("staff")
  await linkIn("待办任务", "/task?task=7&work=70")
  expect(orderOfTasks).toBe("urgent")
})

test("[HOME-2] every statistic is a chart with a table behind it", async () => {
  open("bureau")
  for (const title of ["预警趋势", "预警分布", "单位预警对比", "巡查统计"]) {
    await waitFor(() => inCard(title).getByRole("img", { name: /，数据见表格$/ }))
    await userEvent.click(inCard(title).getByRole("button", { name: "表格" }))
    expect(inCard(title).getAllByRole("row").length, title).toBeGreaterThan(1)
  }
})

test("[HOME-1] who may not see who signed in has no number without a list", async () => {
  open("staff")
  await linkIn("今日数据", "/main/alarms?state=all&period=today")
  expect(inCard("今日数据").queryByText("登录人次")).toBeNull()
})

test("[HOME-1] what the cards show is asked ahead of the page, the layout first", async () => {
  const asked = serveFakes()
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  keepUser({ ...someUser, ...people.staff })
  await requestAhead()
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  const paths = asked.map(({ path }) => path)
  expect(paths.slice(0, 2)).toEqual([
    expect.stringContaining(homeLayoutCalls.list.path),
    expect.stringContaining(homeLayoutCalls.pins.path),
  ])
  expect(paths).toContainEqual(expect.stringContaining(dailyStatCalls.ofDay.path))
  expect(paths).not.toContainEqual(expect.stringContaining(alarmCalls.riskStatistics.path))
})
