import type { AssessmentDetail, FilledItem } from "@uc/contract/assessments/admin-calls"
import { assessmentStateLabels } from "@uc/contract/assessments/steps"
import { PrintButton } from "../../../page-kit/print/print-button.tsx"
import { PrintFacts, PrintTable } from "../../../page-kit/print/print-table.tsx"
import type { Column } from "../../../ui/data/data-table.tsx"

function columnsOf({ stage }: AssessmentDetail): readonly Column<FilledItem>[] {
  const reviewed: readonly Column<FilledItem>[] = [
    { title: "审核评分", cell: ({ reviewScore }) => reviewScore ?? "" },
    { title: "审核意见", cell: ({ remark }) => remark },
  ]
  return [
    { title: "考核项", cell: ({ name }) => name },
    { title: "分值", cell: ({ fullScore }) => fullScore },
    { title: "完成情况", cell: ({ words }) => words },
    { title: "佐证材料", cell: ({ evidence }) => evidence.map(({ name }) => name).join("、") },
    { title: "自评分", cell: ({ ownScore }) => ownScore ?? "" },
    ...(stage === "accepted" ? reviewed : []),
  ]
}

/** DAY-13: an assessment on paper, as it was saved last. */
export function PrintAssessment({ detail }: { readonly detail: AssessmentDetail }) {
  const { period, title, orgname, stage, begins, ends, score, full, ownSum, submittedAt } = detail
  return (
    <PrintButton title={`${period} ${title}`}>
      {() => (
        <>
          <PrintFacts
            facts={[
              ["单位", orgname],
              ["状态", assessmentStateLabels[stage]],
              ["期限", `${begins} 至 ${ends}`],
              ["提交时间", submittedAt ?? "尚未提交"],
              ["自评得分", `${ownSum} / ${full}`],
              ["审核得分", score === null ? "—" : `${score} / ${full}`],
            ]}
          />
          <PrintTable columns={columnsOf(detail)} rows={detail.items} keyOf={({ itemId }) => itemId} />
        </>
      )}
    </PrintButton>
  )
}
