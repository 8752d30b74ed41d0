import { assessmentStateLabels, weightedSum } from "@uc/contract/assessments/steps"
import type {
  AssessmentRow,
  AssessmentScheme,
  assessmentAdminCalls,
  SchemeItem,
} from "@uc/contract/assessments/admin-calls"
import type { OutputOf } from "@uc/contract/core/call"
import type { Db } from "../../db/open.ts"
import {
  exportedSheet,
  wholeSheet,
  type ExportedColumn,
  type ExportedSheet,
} from "../../http/exported-file.ts"
import { assessmentPage, type AssessmentFilter } from "./assessment-work.store.ts"

const schemeColumns: readonly ExportedColumn<AssessmentScheme>[] = [
  { title: "方案", width: 36, cell: ({ title }) => title },
  { title: "说明", width: 48, cell: ({ description }) => description },
  { title: "考核项数", width: 10, cell: ({ items }) => items.length },
  {
    title: "满分",
    width: 10,
    cell: ({ items }) => weightedSum(items.map(({ weight, fullScore }) => ({ weight, score: fullScore }))),
  },
  { title: "已下发单位次", width: 14, cell: ({ given }) => given },
  { title: "周期", width: 36, cell: ({ periods }) => periods.join("、") },
]

type PlacedItem = SchemeItem & { readonly scheme: string }

const itemColumns: readonly ExportedColumn<PlacedItem>[] = [
  { title: "方案", width: 36, cell: ({ scheme }) => scheme },
  { title: "分组", width: 18, cell: ({ group }) => group },
  { title: "考核项", width: 36, cell: ({ name }) => name },
  { title: "权重", width: 8, cell: ({ weight }) => weight },
  { title: "分值", width: 8, cell: ({ fullScore }) => fullScore },
  { title: "佐证要求", width: 48, cell: ({ asked }) => asked },
]

/** WORK-2: the schemes, and the items of each. */
export function schemeSheets(schemes: readonly AssessmentScheme[]): ExportedSheet[] {
  const items = schemes.flatMap(({ title, items: own }) => own.map((item) => ({ ...item, scheme: title })))
  return [
    wholeSheet("考核方案", schemeColumns, { items: schemes }),
    wholeSheet("考核项", itemColumns, { items }),
  ]
}

const rowColumns: readonly ExportedColumn<AssessmentRow>[] = [
  { title: "周期", width: 18, cell: ({ period }) => period },
  { title: "考核", width: 36, cell: ({ title }) => title },
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "状态", width: 10, cell: ({ stage }) => assessmentStateLabels[stage] },
  { title: "已填项", width: 8, cell: ({ filled }) => filled },
  { title: "考核项数", width: 10, cell: ({ items }) => items },
  { title: "开始", width: 12, cell: ({ begins }) => begins },
  { title: "截止", width: 12, cell: ({ ends }) => ends },
  { title: "提交时间", width: 20, cell: ({ submittedAt }) => submittedAt },
  { title: "得分", width: 8, cell: ({ score }) => score },
  { title: "满分", width: 8, cell: ({ full }) => full },
]

/** WORK-2: the list that is on screen, all of its pages. */
export function assessmentSheet(db: Db, filter: AssessmentFilter): ExportedSheet {
  return exportedSheet({
    name: "考核",
    columns: rowColumns,
    read: async (before: string | undefined, limit) => {
      const { items, older } = await assessmentPage(db, filter, { limit, before })
      return { items, next: older }
    },
  })
}

type OwnResult = OutputOf<typeof assessmentAdminCalls.trend>["results"][number]

/** The newest first, as on screen. */
export function trendSheet(results: readonly OwnResult[]): ExportedSheet {
  return wholeSheet(
    "历次得分",
    [
      { title: "周期", width: 18, cell: ({ period }) => period },
      { title: "考核", width: 36, cell: ({ title }) => title },
      { title: "得分", width: 8, cell: ({ score }) => score },
      { title: "满分", width: 8, cell: ({ full }) => full },
    ],
    { items: results.toReversed() },
  )
}
