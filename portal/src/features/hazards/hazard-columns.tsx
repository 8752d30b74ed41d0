import type { Hazard } from "@uc/contract/hazards/calls"
import { Link } from "../../ui/navigation/link.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { HazardLevelMark, HazardStateMark, OverdueMark } from "./hazard-labels.tsx"

export function hazardColumns(isOfMany: boolean, placeOf: (id: string) => string): readonly Column<Hazard>[] {
  return [
    {
      title: "隐患",
      sortedBy: "title",
      isName: true,
      cell: ({ id, title, place }) => (
        <>
          <Link to={placeOf(id)}>{title}</Link>
          <SecondLine>{place}</SecondLine>
        </>
      ),
    },
    {
      title: "等级",
      sortedBy: "level",
      width: "110px",
      onPhone: "beside",
      cell: ({ level }) => <HazardLevelMark level={level} />,
    },
    ...(isOfMany
      ? [
          {
            title: "单位",
            sortedBy: "orgname",
            width: "18%",
            onPhone: "short" as const,
            cell: ({ orgname }: Hazard) => orgname,
          },
        ]
      : []),
    {
      title: "状态",
      sortedBy: "state",
      width: "170px",
      onPhone: "bare",
      cell: ({ state, isOverdue }) => (
        <Row gap={4} wrap>
          <HazardStateMark state={state} />
          <OverdueMark isOverdue={isOverdue} />
        </Row>
      ),
    },
    {
      title: "整改人",
      sortedBy: "assignee",
      width: "96px",
      onPhone: "hidden",
      cell: ({ assignee }) => assignee ?? <Text tone="faint">未指派</Text>,
    },
    {
      title: "整改期限",
      sortedBy: "deadline",
      width: "112px",
      onPhone: isOfMany ? "hidden" : "titled",
      cell: ({ deadline }) => deadline ?? <Text tone="faint">—</Text>,
    },
    {
      title: "上报",
      sortedBy: "reportedAt",
      width: "150px",
      onPhone: "hidden",
      cell: ({ reporter, reportedAt }) => (
        <>
          <time title={reportedAt}>{formatMoment(reportedAt, nowMs())}</time>
          <SecondLine>{reporter}</SecondLine>
        </>
      ),
    },
  ]
}
