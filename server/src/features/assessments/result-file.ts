import { assessmentStateWords } from "@uc/contract/assessment-steps"
import { xlsxOf } from "../../xlsx.ts"
import type { Results } from "./results.store.ts"

export function resultFile({ rows, full }: Results): Promise<Buffer> {
  return xlsxOf([
    {
      name: "考核结果",
      columns: [
        { title: "名次", width: 8 },
        { title: "单位", width: 30 },
        { title: "状态", width: 12 },
        { title: "自评得分", width: 12 },
        { title: "审核得分", width: 12 },
        { title: "满分", width: 10 },
      ],
      rows: rows.map(({ orgname, stage, ownSum, score }, at) => [
        score === null ? null : at + 1,
        orgname,
        assessmentStateWords[stage],
        ownSum,
        score,
        full,
      ]),
    },
  ])
}
