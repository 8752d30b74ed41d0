import { usertypes } from "@uc/contract/account/calls"
import {
  hazardCalls,
  type Hazard,
  type HazardDetail,
  type HazardStatistics,
} from "@uc/contract/hazards/calls"
import { directoryCalls } from "@uc/contract/directory/calls"
import { hazardMessages } from "@uc/contract/hazards/messages"
import { screen, waitFor, within } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { HazardOfSource } from "./hazard-of-source.tsx"
import { Component } from "./hazards.page.tsx"

vi.mock("../../platform/realtime/events.ts", () => ({ onEvent: () => () => undefined }))
vi.mock("../../ui/charts/chart-engine.ts", () => ({ draw: () => () => undefined }))

const row: Hazard = {
  id: "61",
  title: "护栏松动",
  place: "东楼3层",
  level: "major",
  source: "report",
  state: "assigned",
  orgid: "10",
  orgname: "实验小学",
  reporter: "王芳",
  reportedAt: "2026-11-10 08:30:00",
  assignee: "李强",
  deadline: "2026-11-12",
  isOverdue: true,
  escalatedAt: "2026-11-13 00:01:00",
  closedAt: null,
}
const detail: HazardDetail = {
  ...row,
  description: "一碰就晃",
  reporterOrg: "实验小学",
  sourceName: null,
  alarm: null,
  assigneeId: "7",
  version: 3,
  history: [
    {
      id: "1",
      at: "2026-11-10 08:30:00",
      deed: "reported",
      who: "王芳",
      orgname: "实验小学",
      whom: null,
      deadline: null,
      note: null,
      photos: [{ id: "5", name: "前.png", type: "image/png", bytes: 9, width: 1, height: 1 }],
    },
    {
      id: "2",
      at: "2026-11-13 00:01:00",
      deed: "escalated",
      who: null,
      orgname: null,
      whom: "文澜区教育局",
      deadline: null,
      note: null,
      photos: [],
    },
  ],
  can: ["rectify"],
  isOwnWork: false,
}
const counts: HazardStatistics = {
  total: 9,
  reported: 1,
  assigned: 2,
  rectified: 3,
  closed: 2,
  rejected: 1,
  overdue: 1,
  escalated: 1,
  waiting: 4,
  organisations: [{ id: "10", name: "实验小学", total: 9, active: 6, overdue: 1, closed: 2, rejected: 1 }],
  isCut: false,
}

/** What the list was asked for last. */
let listed = new URLSearchParams()
const fakes = (found: HazardDetail = detail) => [
  answering(hazardCalls.list, (sent) => {
    listed = sent
    return { total: 1, items: [row] }
  }),
  answering(hazardCalls.statistics, () => counts),
  answering(hazardCalls.detail, () => found),
]

beforeEach(() => {
  keepUser(someUser)
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})

test("[DAY-6] the ledger says by words what is overdue; each number filters the list", async () => {
  serveFakes(...fakes())
  renderPage(<Component />)
  const table = await screen.findByRole("table", { name: "隐患台账" })
  within(table).getByText("已逾期")
  within(table).getByText("重大隐患")
  const tiles = screen.getByRole("group", { name: "隐患概况" })
  await userEvent.click(within(tiles).getByRole("button", { name: /逾期未整改\s*1/ }))
  await waitFor(() => expect(listed.get("overdue")).toBe("1"))
})

test("[DAY-6] the drawer shows every step; rectifying sends words and the seen version", async () => {
  const asked = serveFakes(
    ...fakes(),
    answering(hazardCalls.rectify, () => ({ ...detail, state: "rectified" as const, can: [] })),
  )
  renderPage(<Component />, { address: "/main/hazards?hazard=61" })
  const drawer = await screen.findByRole("dialog", { name: "护栏松动" })
  const history = await within(drawer).findByRole("list", { name: "处理过程" })
  expect(within(history).getAllByRole("listitem")[0]?.textContent).toContain("王芳 上报了隐患")
  within(history).getByRole("img", { name: "前.png" })
  within(drawer).getByText(/已上报至文澜区教育局/)
  await userEvent.click(within(drawer).getByRole("button", { name: "提交整改" }))
  const form = await screen.findByRole("dialog", { name: "提交整改" })
  await userEvent.click(within(form).getByRole("button", { name: "提交" }))
  within(form).getByText(hazardMessages.noteMissing)
  await userEvent.type(within(form).getByLabelText("整改说明"), "已焊接")
  await userEvent.click(within(form).getByRole("button", { name: "提交" }))
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "提交整改" })).toBeNull())
  const sent = new URLSearchParams(asked.find(({ path }) => path.endsWith(hazardCalls.rectify.path))?.sent)
  expect([sent.get("id"), sent.get("version"), sent.get("note")]).toEqual(["61", "3", "已焊接"])
})

test("[DAY-6] who rectified it is told that another reviews it", async () => {
  serveFakes(...fakes({ ...detail, state: "rectified", can: [], isOwnWork: true }))
  renderPage(<Component />, { address: "/main/hazards?hazard=61" })
  await screen.findByText(hazardMessages.ownWork)
})

test("[DAY-6] when it was closed or rejected is said by its own word", async () => {
  const closedAt = "2020-03-04 10:45:36"
  for (const [state, words] of [
    ["closed", "销号时间"],
    ["rejected", "驳回时间"],
  ] as const) {
    serveFakes(...fakes({ ...detail, state, can: [], closedAt }))
    const { unmount } = renderPage(<Component />, { address: "/main/hazards?hazard=61" })
    expect((await screen.findByText(words)).nextElementSibling?.textContent).toBe("2020年3月4日 10:45")
    unmount()
  }
})

test("[DAY-6] a finding is made a hazard once: afterwards its button leads there", async () => {
  let isReported = false
  const asked = serveFakes(
    ...fakes(),
    answering(hazardCalls.ofSource, () =>
      isReported
        ? { hazard: { id: "61", state: "reported" as const }, mayReport: false }
        : { hazard: null, mayReport: true },
    ),
    answering(hazardCalls.report, () => {
      isReported = true
      return detail
    }),
  )
  renderPage(
    <HazardOfSource
      source={{ visitId: "9" }}
      words={{ title: "门锁损坏", place: "东楼", description: "" }}
    />,
  )
  await userEvent.click(await screen.findByRole("button", { name: "转为隐患" }))
  const form = await screen.findByRole("dialog", { name: "转为隐患" })
  expect(within(form).getByLabelText<HTMLInputElement>("隐患名称").value).toBe("门锁损坏")
  await userEvent.click(within(form).getByRole("button", { name: "上报" }))
  const link = await screen.findByRole("link", { name: "查看隐患（待指派）" })
  expect(link.getAttribute("href")).toContain("/main/hazards?hazard=61")
  const sent = new URLSearchParams(asked.find(({ path }) => path.endsWith(hazardCalls.report.path))?.sent)
  expect([sent.get("visitId"), sent.get("title"), sent.get("level")]).toEqual(["9", "门锁损坏", "general"])
})

test("[DAY-6] a refused report keeps what was typed and says why", async () => {
  serveFakes(
    ...fakes(),
    answering(hazardCalls.report, () => {
      throw new Refused(hazardMessages.already)
    }),
  )
  renderPage(<Component />)
  await userEvent.click(await screen.findByRole("button", { name: "上报隐患" }))
  const form = await screen.findByRole("dialog", { name: "上报隐患" })
  await userEvent.click(within(form).getByRole("button", { name: "上报" }))
  within(form).getByText(hazardMessages.titleMissing)
  within(form).getByText(hazardMessages.placeMissing)
  await userEvent.type(within(form).getByLabelText("隐患名称"), "护栏松动")
  await userEvent.type(within(form).getByLabelText("位置"), "东楼")
  await userEvent.click(within(form).getByRole("button", { name: "上报" }))
  expect((await within(form).findByRole("alert")).textContent).toContain(hazardMessages.already)
  expect(within(form).getByLabelText<HTMLInputElement>("位置").value).toBe("东楼")
})

test("[DAY-6] a bureau reads the closing rate of each school; parents see nothing", async () => {
  keepUser({ ...someUser, usertype: usertypes.bureau })
  serveFakes(...fakes())
  const { unmount } = renderPage(<Component />, { address: "/main/hazards?view=statistics" })
  const table = await screen.findByRole("table", { name: "各单位的隐患" })
  within(table).getByRole("row", { name: /实验小学.*9.*6.*1.*2.*25%/ })
  unmount()
  keepUser({ ...someUser, isParent: true })
  renderPage(<Component />)
  screen.getByText(hazardMessages.staffOnly)
})

test("[DAY-6] who manages hazards beyond their own organisation chooses where it was found", async () => {
  keepUser({ ...someUser, usertype: usertypes.bureau, beyond: ["hazards.manage"] })
  const asked = serveFakes(
    ...fakes(),
    answering(hazardCalls.report, () => detail),
    answering(directoryCalls.found, () => [
      {
        id: "33",
        kind: "organisation" as const,
        name: "甲一小学",
        orgid: "33",
        orgKind: "school" as const,
        level: null,
        isLeaf: true,
        isDisabled: false,
        above: [],
        path: ["甲区"],
      },
    ]),
  )
  renderPage(<Component />)
  await userEvent.click(await screen.findByRole("button", { name: "上报隐患" }))
  const form = await screen.findByRole("dialog", { name: "上报隐患" })
  await userEvent.click(within(form).getByRole("button", { name: "更换单位" }))
  const search = await screen.findByRole("dialog", { name: "选择单位" })
  await userEvent.type(within(search).getByRole("searchbox"), "甲一{Enter}")
  await userEvent.click(await within(search).findByRole("button", { name: /甲一小学/ }))
  await userEvent.type(within(form).getByLabelText("隐患名称"), "护栏松动")
  await userEvent.type(within(form).getByLabelText("位置"), "东楼")
  await userEvent.click(within(form).getByRole("button", { name: "上报" }))
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "上报隐患" })).toBeNull())
  const sent = new URLSearchParams(asked.find(({ path }) => path.endsWith(hazardCalls.report.path))?.sent)
  expect([sent.get("orgid"), sent.get("title")]).toEqual(["33", "护栏松动"])
})
