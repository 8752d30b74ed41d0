import { executionTypes, planKinds, type HeldDrill, type LedgerRow } from "@uc/contract/drills"
import { xlsxOf } from "../../xlsx.ts"

const executionWords = { [executionTypes.emergency]: "真实应急", [executionTypes.drill]: "演练" } as const

/** What a bureau files and a school hands in: what is owed, and beside it what was held. */
export function ledgerFile(ledger: readonly LedgerRow[], held: readonly HeldDrill[]): Promise<Buffer> {
  return xlsxOf([
    {
      name: "演练台账",
      columns: [
        { title: "单位", width: 28 },
        { title: "预案", width: 36 },
        { title: "类别", width: 14 },
        { title: "应演练次数", width: 12 },
        { title: "已演练次数", width: 12 },
        { title: "未完成次数", width: 12 },
        { title: "最近一次", width: 20 },
        { title: "状态", width: 10 },
      ],
      rows: ledger.map((row) => [
        row.orgname,
        row.planTitle,
        planKinds[row.kind],
        row.timesAYear,
        row.held,
        row.due,
        row.lastAt,
        row.due > 0 ? "未完成" : "已完成",
      ]),
    },
    {
      name: "执行记录",
      columns: [
        { title: "单位", width: 28 },
        { title: "名称", width: 36 },
        { title: "类型", width: 10 },
        { title: "开始时间", width: 20 },
        { title: "结束时间", width: 20 },
        { title: "用时（分钟）", width: 12 },
        { title: "确认人数", width: 10 },
        { title: "总结", width: 60 },
      ],
      rows: held.map((row) => [
        row.orgname,
        row.title,
        executionWords[row.zxType],
        row.begunAt,
        row.endedAt,
        row.seconds === null ? null : Math.round(row.seconds / 6) / 10,
        row.confirmed,
        row.notes,
      ]),
    },
  ])
}
