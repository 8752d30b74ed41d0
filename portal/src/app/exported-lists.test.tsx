import { assessmentCalls } from "@uc/contract/assessments/calls"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import type { Call } from "@uc/contract/core/call"
import { everyCall } from "@uc/contract/all-calls"
import { dictionaryAdminCalls } from "@uc/contract/dictionary/admin-calls"
import { drillCalls, executionTypes } from "@uc/contract/drills/calls"
import { ExportedFile, exportMessages } from "@uc/contract/core/exports"
import { importCalls } from "@uc/contract/imports/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { screen, waitFor } from "@testing-library/react"
import type { ReactElement } from "react"
import { beforeEach, expect, test, vi } from "vitest"
import { assessmentFilters } from "../features/assessments/assessment-filters.ts"
import { AssessmentList } from "../features/assessments/assessment-list.tsx"
import { ProfileList } from "../features/assessments/schemes/profile-list.tsx"
import { CodeEntries } from "../features/dictionary/code-entries.tsx"
import { PostsDrawer } from "../features/directory/people/posts-drawer.tsx"
import { LiveDrills } from "../features/drills/live-drills.tsx"
import { ImportHistory } from "../features/imports/import-history.tsx"
import { noticeFilters } from "../features/notices/notice-filters.ts"
import { NoticeList } from "../features/notices/notice-list.tsx"
import { PlanList } from "../features/patrols/plans/plan-list.tsx"
import { PointList } from "../features/patrols/plans/point-list.tsx"
import { Ranks } from "../features/patrols/ranks.tsx"
import type { UrlFilters } from "../page-kit/list/url-filters.ts"
import type { UrlState } from "../page-kit/list/use-url-filters.ts"
import { answering, Refused, serveFakes } from "../testing/fake-answers.ts"
import { keepUser } from "../platform/session/session.ts"
import { someUser } from "../testing/some-user.ts"
import { dismissToast, shownToasts } from "../platform/browser/toast.ts"
import { renderPage } from "../testing/render-page.tsx"

vi.mock("../platform/realtime/events.ts", () => ({ onEvent: () => () => undefined }))

const saved: string[] = []

beforeEach(() => {
  URL.createObjectURL = () => "blob:list"
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download)
  }
  saved.length = 0
  for (const { id } of shownToasts()) dismissToast(id)
  keepUser(someUser)
})

const sources = import.meta.glob<string>("../features/**/*.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
})

test("[DATA-3] no list can be taken away by a call alone: each of these calls has its button", () => {
  const buttons = Object.values(sources).flatMap((source) => [
    ...source.matchAll(/(?:useExport\(|file=\{|file: |<ListExport call=\{)(\w+Calls\.\w+)/g),
  ])
  const called = new Set(buttons.map(([, call]) => call))
  const exports = everyCall().filter(({ call }) => call.output === ExportedFile)
  expect(exports.length).toBeGreaterThan(30)
  expect([...called]).toHaveLength(exports.length)
})

const point = { id: "1", name: "门厅", placeId: null, placeName: null, code: "C", plans: 1, version: 1 }
const nothing = () => undefined

/** An address that never changes. */
function stillAt<S extends object>(filters: UrlFilters<S>, address: string): UrlState<S> {
  const state = filters.read(new URLSearchParams(address))
  const isFiltered = filters.isFiltered(state)
  return {
    state,
    isFiltered,
    setFilters: filters.setFilters(state),
    narrow: nothing,
    reset: nothing,
    go: nothing,
    replace: nothing,
    drop: nothing,
    addressWith: () => "?",
  }
}

interface Case {
  readonly list: ReactElement
  readonly fakes: readonly ReturnType<typeof answering>[]
  readonly call: Call
  /** What is asked for, as it stands on the screen. */
  readonly sent: Record<string, string>
  readonly first?: string
}

const cases: readonly Case[] = [
  {
    list: <PointList />,
    fakes: [
      answering(patrolAdminCalls.points, () => ({
        points: [{ ...point, isDisabled: false }],
        mayAdminister: true,
      })),
    ],
    call: patrolAdminCalls.exportPoints,
    sent: { withDisabled: "1" },
    first: "显示已停用",
  },
  {
    list: <PlanList />,
    fakes: [
      answering(patrolAdminCalls.plans, () => ({
        plans: [
          {
            id: "1",
            name: "早巡",
            times: ["08:00"],
            weekdays: [1],
            graceMinutes: 60,
            isDisabled: false,
            route: [],
            version: 1,
          },
        ],
        mayAdminister: false,
      })),
    ],
    call: patrolAdminCalls.exportPlans,
    sent: { withDisabled: "0" },
  },
  {
    list: <Ranks by="organisation" period={{ from: "2026-11-01", to: "2026-11-07" }} onRank={nothing} />,
    fakes: [
      answering(patrolAdminCalls.ranks, () => ({
        ranks: [{ id: "1", name: "甲一小学", planned: 2, done: 1, missed: 1 }],
        isCut: false,
      })),
    ],
    call: patrolAdminCalls.exportRanks,
    sent: { by: "organisation", from: "2026-11-01", to: "2026-11-07" },
  },
  {
    list: (
      <AssessmentList
        of="given"
        url={stillAt(assessmentFilters, "view=given&stage=submitted&search=甲一&before=5-5")}
      />
    ),
    fakes: [answering(assessmentAdminCalls.page, () => ({ items: [], older: null }))],
    call: assessmentAdminCalls.exportPage,
    // From the first page on, whichever is on the screen.
    sent: { of: "given", stage: "submitted", search: "甲一" },
  },
  {
    list: <ProfileList ownOrgid="10" url={stillAt(assessmentFilters, "view=profiles")} />,
    fakes: [
      answering(assessmentCalls.profiles, () => ({
        total: 1,
        items: [{ orgid: "9", orgname: "甲一小学", completeness: 75, updatetime: null }],
      })),
    ],
    call: assessmentCalls.exportProfiles,
    sent: {},
  },
  {
    list: <NoticeList url={stillAt(noticeFilters, "state=unread")} />,
    fakes: [answering(noticeCalls.list, () => ({ total: 0, items: [], older: null }))],
    call: noticeCalls.exportList,
    sent: { isunread: "1" },
  },
  {
    list: (
      <CodeEntries
        table={{
          id: "1",
          kind: "table",
          code: "planKind",
          name: "预案类型",
          remark: null,
          entries: 1,
          disabled: 0,
          isBuiltIn: true,
          version: "1",
        }}
      />
    ),
    fakes: [answering(dictionaryAdminCalls.entries, () => [])],
    call: dictionaryAdminCalls.export,
    sent: { table: "planKind" },
  },
  {
    list: <PostsDrawer orgid="10" orgname="实验小学" onClose={nothing} />,
    fakes: [
      answering(peopleAdminCalls.postTree, () => [
        { id: "1", parentId: null, name: "管理", people: 0, version: 1 },
      ]),
    ],
    call: peopleAdminCalls.exportPosts,
    sent: { orgid: "10" },
  },
  {
    list: <LiveDrills onRecord={nothing} />,
    fakes: [
      answering(drillCalls.live, () => ({
        total: 1,
        now: "2026-11-15 08:00:00",
        items: [
          {
            id: "1",
            yazxCode: "a",
            title: "疏散演练",
            zxType: executionTypes.drill,
            round: null,
            planId: null,
            orgid: "10",
            orgname: "实验小学",
            begunAt: "2026-11-15 07:59:00",
            confirmed: 0,
            people: 1,
            isConfirmedByMe: false,
            mayConfirm: false,
            mayEnd: false,
          },
        ],
      })),
    ],
    call: drillCalls.exportLive,
    sent: {},
  },
  {
    list: <ImportHistory />,
    fakes: [
      answering(importCalls.list, () => ({
        items: [
          {
            id: "1",
            kind: "people" as const,
            fileName: "名单.xlsx",
            state: "done" as const,
            by: null,
            isMine: false,
            createdAt: "2026-11-15 08:00:00",
            finishedAt: null,
            counts: null,
            problemCount: 0,
            message: null,
          },
        ],
        next: null,
      })),
    ],
    call: importCalls.exportList,
    sent: {},
  },
]

test.each(cases)(
  "[DATA-3] $call.path asks for what its list shows",
  async ({ list, fakes, call, sent, first }) => {
    let tries = 0
    const asked = serveFakes(
      ...fakes,
      answering(call, () => {
        tries += 1
        if (tries === 1) throw new Refused(exportMessages.busy)
        return { name: "列表.xlsx", rows: 1, isCut: false, content: "" }
      }),
    )
    const { user } = renderPage(list)
    if (first !== undefined) await user.click(await screen.findByLabelText(first))
    await user.click(await screen.findByRole("button", { name: "导出表格" }))
    // A refusal is shown, and the next try works.
    await waitFor(() => expect(shownToasts().map(({ text }) => text)).toContain(exportMessages.busy))
    expect(saved).toEqual([])
    await user.click(await screen.findByRole("button", { name: "导出表格" }))
    await waitFor(() => expect(saved).toEqual(["列表.xlsx"]))
    const calls = asked.filter(({ path }) => path.endsWith(call.path)).map((each) => each.sent)
    expect(calls.map((each) => Object.fromEntries(new URLSearchParams(each)))).toEqual([sent, sent])
  },
)
