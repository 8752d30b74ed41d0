import { percentOfDone } from "@uc/contract/patrols/calls"
import {
  formatWeekdays,
  type PatrolPlan,
  type PatrolPoint,
  type PatrolRank,
  type RouteStop,
} from "@uc/contract/patrols/admin-calls"
import { wholeSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"

const state = ({ isDisabled }: { readonly isDisabled: boolean }) => (isDisabled ? "已停用" : "在用")

/** Without the codes: they belong on the points and nowhere else. */
type ListedPoint = Pick<PatrolPoint, "name" | "placeName" | "plans" | "isDisabled">

const pointColumns: readonly ExportedColumn<ListedPoint>[] = [
  { title: "点位", width: 32, cell: ({ name }) => name },
  { title: "位置", width: 40, cell: ({ placeName }) => placeName },
  { title: "计划数", width: 10, cell: ({ plans }) => plans },
  { title: "状态", width: 10, cell: state },
]

export function pointSheet(points: readonly ListedPoint[]): ExportedSheet {
  return wholeSheet("巡查点位", pointColumns, { items: points })
}

const planColumns: readonly ExportedColumn<PatrolPlan>[] = [
  { title: "计划", width: 28, cell: ({ name }) => name },
  { title: "日期", width: 28, cell: ({ weekdays }) => formatWeekdays(weekdays) },
  { title: "时间", width: 28, cell: ({ times }) => times.join("、") },
  { title: "前后打卡（分钟）", width: 16, cell: ({ graceMinutes }) => graceMinutes },
  { title: "点位数", width: 10, cell: ({ route }) => route.length },
  { title: "状态", width: 10, cell: state },
]

interface Stop extends RouteStop {
  readonly plan: string
  readonly place: number
}

const stopColumns: readonly ExportedColumn<Stop>[] = [
  { title: "计划", width: 28, cell: ({ plan }) => plan },
  { title: "顺序", width: 8, cell: ({ place }) => place },
  { title: "点位", width: 32, cell: ({ pointName }) => pointName },
  { title: "巡查人", width: 14, cell: ({ personName }) => personName ?? "任何人" },
]

/** The plans, and the route of each. */
export function planSheets(plans: readonly PatrolPlan[]): ExportedSheet[] {
  const stops = plans.flatMap(({ name, route }) =>
    route.map((stop, at) => ({ ...stop, plan: name, place: at + 1 })),
  )
  return [
    wholeSheet("巡查计划", planColumns, { items: plans }),
    wholeSheet("路线", stopColumns, { items: stops }),
  ]
}

/** WORK-3: those who have missed most first, as on screen. */
export function rankSheet(
  by: "organisation" | "person",
  ranks: { readonly items: readonly PatrolRank[]; readonly isCut: boolean },
): ExportedSheet {
  const word = by === "organisation" ? "单位" : "人员"
  return wholeSheet(
    `各${word}的巡查`,
    [
      { title: word, width: 30, cell: ({ name }) => name },
      { title: "应巡", width: 10, cell: ({ planned }) => planned },
      { title: "已巡", width: 10, cell: ({ done }) => done },
      { title: "漏检", width: 10, cell: ({ missed }) => missed },
      { title: "完成率（%）", width: 12, cell: percentOfDone },
    ],
    ranks,
  )
}
