import { QueryClientProvider } from "@tanstack/react-query"
import { patrolAdminCalls, type PatrolVisit } from "@uc/contract/patrols/admin-calls"
import { render, screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { MyVisits } from "./my-visits.tsx"

function visit(id: string, dueAt: string): PatrolVisit {
  return {
    id,
    pointId: "1",
    pointName: "食堂后厨",
    placeName: null,
    orgid: "1",
    orgname: "第一小学",
    planName: "夜间巡查",
    dueAt,
    opensAt: dueAt,
    closesAt: dueAt,
    state: "due",
    walker: null,
    checkedAt: null,
    checkedBy: null,
    note: null,
    pictures: [],
  }
}

let visits: PatrolVisit[]

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function headings(): Promise<(string | null)[]> {
  serveFakes(answering(patrolAdminCalls.mine, () => ({ visits })))
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-16T23:50:00+08:00") })
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MyVisits onVisit={() => {}} onScan={() => {}} />
    </QueryClientProvider>,
  )
  const found = await screen.findAllByRole("region")
  const said = [
    screen.getByText(/个点位/).textContent,
    ...found.map((each) => each.getAttribute("aria-label")),
  ]
  unmount()
  return said
}

test("[WORK-3] visits of the same time on two days stand apart, each under its day", async () => {
  visits = [visit("1", "2026-11-16 08:00:00"), visit("2", "2026-11-16 08:00:00")]
  expect(await headings()).toEqual(["今天 2 个点位，已巡 0 个", "08:00 夜间巡查"])
  visits = [
    visit("1", "2026-11-15 23:55:00"),
    visit("2", "2026-11-16 23:55:00"),
    visit("3", "2026-11-17 00:10:00"),
  ]
  expect(await headings()).toEqual([
    "共 3 个点位，已巡 0 个",
    "昨天 23:55 夜间巡查",
    "23:55 夜间巡查",
    "明天 00:10 夜间巡查",
  ])
})
