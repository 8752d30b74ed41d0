import type { ListedScreen } from "@uc/contract/screens/admin-calls"
import { nowMs } from "../../platform/browser/clock.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"

export function screenColumns(
  onRenew: (screen: ListedScreen) => void,
  onRevoke: (screen: ListedScreen) => void,
): readonly Column<ListedScreen>[] {
  return [
    {
      title: "名称",
      sortedBy: "name",
      isName: true,
      cell: ({ name, orgname }) => (
        <>
          {name}
          <SecondLine>{orgname}</SecondLine>
        </>
      ),
    },
    { title: "状态", sortedBy: "state", width: "110px", cell: (row) => <State screen={row} /> },
    {
      title: "最近在线",
      sortedBy: "lastSeenAt",
      width: "150px",
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? "—" : formatMoment(lastSeenAt, nowMs())),
    },
    {
      title: "浏览器",
      width: "20%",
      cell: ({ browser, ip }) =>
        browser === null ? (
          "—"
        ) : (
          <>
            {browser}
            <SecondLine>{ip}</SecondLine>
          </>
        ),
    },
    {
      title: "操作",
      width: "190px",
      cell: (row) => (
        <Row gap={8} wrap>
          <Button onClick={() => onRenew(row)} aria-label={`重新配对${row.name}`}>
            重新配对
          </Button>
          <Button onClick={() => onRevoke(row)} aria-label={`停用${row.name}`}>
            停用
          </Button>
        </Row>
      ),
    },
  ]
}

function State({ screen: { pairedAt, isOnline } }: { readonly screen: ListedScreen }) {
  if (pairedAt === null) return <Tag icon="minus">待配对</Tag>
  return isOnline ? (
    <Tag tone="done" icon="done">
      在线
    </Tag>
  ) : (
    <Tag icon="clock">离线</Tag>
  )
}
