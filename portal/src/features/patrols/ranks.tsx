import { patrolLimits, patrolAdminCalls, type PatrolRank } from "@uc/contract/patrols/admin-calls"
import { List } from "../../page-kit/list/list.tsx"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { patrolFilters } from "./patrol-filters.ts"
import { percentDone } from "./percent-done.ts"
import css from "./patrols.module.css"

interface RanksProps {
  readonly by: "organisation" | "person"
  readonly period: { readonly from: string; readonly to: string }
  readonly onRank: (rank: PatrolRank) => void
}

/** Most missed first. */
export function Ranks({ by, period, onRank }: RanksProps) {
  const url = useUrlFilters(patrolFilters)
  const word = by === "organisation" ? "单位" : "人员"
  const heading = (
    <Row as="h2" size={16} wrap align="baseline" columnGap={8}>
      各{word}的巡查
      <Text size={13} weight={400} tone="faint">
        漏检率高的在前
      </Text>
    </Row>
  )
  return (
    <List
      label={`各${word}的巡查`}
      what={word}
      // Its period is chosen above, for the numbers as well.
      url={{ ...url, isFiltered: false }}
      fields={[{ shown: heading, label: word }]}
      call={patrolAdminCalls.ranks}
      input={{ by, ...period }}
      file={patrolAdminCalls.exportRanks}
      summary={({ isCut }) => isCut && cutNote}
      rowsOf={({ ranks }) => ranks}
      keyOf={({ id }) => id}
      columns={columns(word, onRank)}
      paging={{ by: "none" }}
      empty={{ title: `这段时间没有${word}的巡查` }}
    />
  )
}

const cutNote = <Text tone="soft">只显示前{patrolLimits.ranked}个</Text>

function columns(word: string, onRank: (rank: PatrolRank) => void): readonly Column<PatrolRank>[] {
  return [
    {
      title: word,
      isName: true,
      cell: (rank) => (
        <button type="button" className={css.open} onClick={() => onRank(rank)}>
          {rank.name}
        </button>
      ),
    },
    { title: "应巡", width: "110px", cell: ({ planned }) => planned },
    { title: "已巡", width: "110px", cell: ({ done }) => done },
    { title: "漏检", width: "110px", cell: ({ missed }) => missed },
    { title: "完成率", width: "110px", cell: percentDone },
  ]
}
