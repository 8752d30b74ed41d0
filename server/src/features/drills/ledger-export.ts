import {
  executionTypes,
  type HeldDrill,
  type LedgerRow,
  type LiveDrill,
  type PlanKind,
} from "@uc/contract/drills/calls"
import type { ExportedColumn } from "../../http/exported-file.ts"

const executionWords = { [executionTypes.emergency]: "真实应急", [executionTypes.drill]: "演练" } as const

/** What a bureau files and a school hands in: what is owed, and beside it what was held. */
export function ledgerColumns(wordOf: (kind: PlanKind) => string): readonly ExportedColumn<LedgerRow>[] {
  return [
    { title: "单位", width: 28, cell: ({ orgname }) => orgname },
    { title: "预案", width: 36, cell: ({ planTitle }) => planTitle },
    { title: "类别", width: 14, cell: ({ kind }) => wordOf(kind) },
    { title: "应演练次数", width: 12, cell: ({ timesAYear }) => timesAYear },
    { title: "已演练次数", width: 12, cell: ({ held }) => held },
    { title: "未完成次数", width: 12, cell: ({ due }) => due },
    { title: "最近一次", width: 20, cell: ({ lastAt }) => lastAt },
    { title: "状态", width: 10, cell: ({ due }) => (due > 0 ? "未完成" : "已完成") },
  ]
}

export const heldColumns: readonly ExportedColumn<HeldDrill>[] = [
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "名称", width: 36, cell: ({ title }) => title },
  { title: "类型", width: 10, cell: ({ zxType }) => executionWords[zxType] },
  { title: "开始时间", width: 20, cell: ({ begunAt }) => begunAt },
  { title: "结束时间", width: 20, cell: ({ endedAt }) => endedAt },
  {
    title: "用时（分钟）",
    width: 12,
    cell: ({ seconds }) => (seconds === null ? null : Math.round(seconds / 6) / 10),
  },
  { title: "确认人数", width: 10, cell: ({ confirmed }) => confirmed },
  { title: "总结", width: 60, cell: ({ notes }) => notes },
]

/** While it runs: who has confirmed, and where people are still missing. */
export const liveColumns: readonly ExportedColumn<LiveDrill>[] = [
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "名称", width: 36, cell: ({ title }) => title },
  { title: "类型", width: 10, cell: ({ zxType }) => executionWords[zxType] },
  { title: "开始时间", width: 20, cell: ({ begunAt }) => begunAt },
  { title: "确认人数", width: 10, cell: ({ confirmed }) => confirmed },
  { title: "应确认人数", width: 12, cell: ({ people }) => people },
]
