import { assessmentStateLabels } from "@uc/contract/assessments/steps"
import { wholeSheet, type ExportedSheet } from "../../http/exported-file.ts"
import type { Results } from "./results.store.ts"

export function resultSheet({ rows, full, isCut }: Results): ExportedSheet {
  // Whoever has the same score has the same place.
  const places = new Map(rows.map(({ score }) => [score, rows.findIndex((row) => row.score === score) + 1]))
  return wholeSheet(
    "考核结果",
    [
      {
        title: "名次",
        width: 8,
        cell: ({ score }) => (score === null ? null : (places.get(score) ?? null)),
      },
      { title: "单位", width: 30, cell: ({ orgname }) => orgname },
      { title: "状态", width: 12, cell: ({ stage }) => assessmentStateLabels[stage] },
      { title: "自评得分", width: 12, cell: ({ ownSum }) => ownSum },
      { title: "审核得分", width: 12, cell: ({ score }) => score },
      { title: "满分", width: 10, cell: () => full },
    ],
    { items: rows, isCut },
  )
}
