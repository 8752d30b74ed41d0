import { assessmentLimits } from "@uc/contract/assessments/messages"
import { AssessmentStage, assessmentStateLabels } from "@uc/contract/assessments/steps"
import { assessmentAdminCalls, type AssessmentRow } from "@uc/contract/assessments/admin-calls"
import { Link } from "../../ui/navigation/link.tsx"
import { List } from "../../page-kit/list/list.tsx"
import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import type { AssessmentFilterState } from "./assessment-filters.ts"
import { dayIn } from "./day-in.ts"
import { StageMark } from "./stage-mark.tsx"

const stages = [
  ["", "全部"],
  ...AssessmentStage.options.map((stage) => [stage, assessmentStateLabels[stage]] as const),
] as const

interface AssessmentListProps {
  readonly of: "mine" | "given"
  readonly url: UrlState<AssessmentFilterState>
}

export function AssessmentList({ of, url }: AssessmentListProps) {
  const { stage, search } = url.state
  return (
    <List
      label="考核"
      what="考核"
      url={url}
      fields={[
        { choice: "stage", label: "状态", choices: stages },
        {
          search: "search",
          label: "考核或单位名称",
          placeholder: of === "given" ? "考核或单位名称" : "考核名称",
          maxLength: assessmentLimits.searched,
        },
      ]}
      call={assessmentAdminCalls.page}
      input={{
        of,
        ...(stage !== "" && { stage }),
        ...(search.trim() !== "" && { search: search.trim() }),
      }}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={columnsOf(of, dayIn(0, nowMs()), (id) => url.addressWith({ id }))}
      paging={{ by: "cursor", key: "before", input: "before", nextOf: ({ older }) => older }}
      file={assessmentAdminCalls.exportPage}
      printed="考核"
      empty={{
        title: "目前没有考核",
        words:
          of === "mine"
            ? "上级下发的考核会出现在这里，并通过消息提醒您。"
            : "在“考核方案”中建立方案并下发给单位。",
      }}
    />
  )
}

function columnsOf(
  of: "mine" | "given",
  today: string,
  addressOf: (id: string) => string,
): readonly Column<AssessmentRow>[] {
  return [
    {
      title: "考核",
      sortedBy: "title",
      isName: true,
      cell: (row) => (
        <Link to={addressOf(row.id)}>
          {row.period} {row.title}
          {of === "given" && <span className="only-read-aloud">，{row.orgname}</span>}
        </Link>
      ),
    },
    ...(of === "given"
      ? [{ title: "单位", sortedBy: "orgname", cell: ({ orgname }: AssessmentRow) => orgname }]
      : []),
    { title: "状态", sortedBy: "stage", width: "120px", cell: ({ stage }) => <StageMark stage={stage} /> },
    { title: "填报", width: "90px", cell: ({ filled, items }) => `${filled}/${items}` },
    {
      title: "截止",
      sortedBy: "ends",
      width: "170px",
      cell: ({ ends, stage }) => {
        const isLate = ends < today && (stage === "open" || stage === "returned")
        return (
          <>
            {ends} {isLate && <Tag tone="danger">已截止</Tag>}
          </>
        )
      },
    },
    {
      title: "得分",
      sortedBy: "score",
      width: "110px",
      cell: ({ score, full }) => (score === null ? "—" : `${score} / ${full}`),
    },
  ]
}
