import { exportLimits } from "@uc/contract/core/exports"
import {
  closingRate,
  hazardLevels,
  hazardSources,
  type Hazard,
  type HazardStatistics,
} from "@uc/contract/hazards/calls"
import { hazardStates } from "@uc/contract/hazards/steps"
import type { Db } from "../../db/open.ts"
import {
  exportedSheet,
  wholeSheet,
  type ExportedColumn,
  type ExportedSheet,
} from "../../http/exported-file.ts"
import { hazardPage, hazardsByOrganisation, type SortedHazards } from "./hazard-list.store.ts"

const columns: readonly ExportedColumn<Hazard>[] = [
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "隐患", width: 32, cell: ({ title }) => title },
  { title: "位置", width: 32, cell: ({ place }) => place },
  { title: "等级", width: 12, cell: ({ level }) => hazardLevels[level] },
  { title: "来源", width: 12, cell: ({ source }) => hazardSources[source] },
  { title: "状态", width: 10, cell: ({ state }) => hazardStates[state] },
  { title: "逾期", width: 8, cell: ({ isOverdue }) => (isOverdue ? "是" : "") },
  { title: "上报人", width: 12, cell: ({ reporter }) => reporter },
  { title: "上报时间", width: 20, cell: ({ reportedAt }) => reportedAt },
  { title: "整改人", width: 12, cell: ({ assignee }) => assignee },
  { title: "整改期限", width: 14, cell: ({ deadline }) => deadline },
  { title: "上报教育局时间", width: 20, cell: ({ escalatedAt }) => escalatedAt },
  { title: "销号（驳回）时间", width: 20, cell: ({ closedAt }) => closedAt },
]

const organisationColumns: readonly ExportedColumn<HazardStatistics["organisations"][number]>[] = [
  { title: "单位", width: 32, cell: ({ name }) => name },
  { title: "隐患总数", width: 12, cell: ({ total }) => total },
  { title: "未销号", width: 12, cell: ({ active }) => active },
  { title: "逾期未整改", width: 12, cell: ({ overdue }) => overdue },
  { title: "已销号", width: 12, cell: ({ closed }) => closed },
  { title: "销号率（%）", width: 14, cell: closingRate },
]

/** DAY-6: the ledger that is on screen, all of its pages, and what it comes to by organisation. */
export async function hazardSheets(db: Db, filter: SortedHazards): Promise<ExportedSheet[]> {
  return [
    exportedSheet({
      name: "隐患台账",
      columns,
      read: async (from: number | undefined, limit) => {
        const start = from ?? 0
        const { items, total } = await hazardPage(db, filter, { start, limit })
        const next = start + items.length
        return { items, next: items.length > 0 && next < total ? next : null }
      },
    }),
    wholeSheet("按单位统计", organisationColumns, await hazardsByOrganisation(db, filter, exportLimits.rows)),
  ]
}
