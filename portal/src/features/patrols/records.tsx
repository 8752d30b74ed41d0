import {
  patrolLimits,
  patrolAdminCalls,
  VisitState,
  type PatrolVisit,
  type VisitFilter,
} from "@uc/contract/patrols/admin-calls"
import { List } from "../../page-kit/list/list.tsx"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Chips } from "../../ui/marks/chips.tsx"
import { patrolFilters, inputOf } from "./patrol-filters.ts"
import { useVisitWords, VisitMark } from "./visit-state.tsx"
import css from "./patrols.module.css"

interface RecordsProps {
  readonly isOfMany: boolean
  readonly onVisit: (visit: PatrolVisit) => void
}

export function Records({ isOfMany, onVisit }: RecordsProps) {
  const url = useUrlFilters(patrolFilters)
  const { orgid } = url.state
  const wordOf = useVisitWords()
  const states: readonly (readonly [VisitFilter | "", string])[] = [
    ["", "全部"],
    ["done", "已巡"],
    ...VisitState.options.map((state) => [state, wordOf(state)] as const),
  ]
  return (
    <List
      label="巡查记录"
      what="记录"
      url={url}
      fields={[
        {
          search: "search",
          label: "点位或巡查人",
          placeholder: "点位或巡查人",
          maxLength: patrolLimits.searched,
        },
        { choice: "state", label: "结果", choices: states },
        { day: "from", label: "从" },
        { day: "to", label: "到" },
      ]}
      call={patrolAdminCalls.visits}
      input={inputOf(url.state)}
      file={patrolAdminCalls.exportVisits}
      summary={({ items }) => orgid !== "" && ofOne(items[0], () => url.narrow({ orgid: "" }))}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={columns(isOfMany, onVisit)}
      paging={{ by: "cursor", key: "before", input: "before", nextOf: ({ older }) => older }}
      empty={{ title: "暂无巡查记录", words: "启用计划后，到时间的巡查会出现在这里。" }}
    />
  )
}

/** Whose records these are, with a link to all. */
const ofOne = (first: PatrolVisit | undefined, onRemove: () => void) => (
  <Chips chips={[{ key: "of", name: first?.orgname ?? "所选单位" }]} onRemove={onRemove} />
)

function columns(isOfMany: boolean, onVisit: (visit: PatrolVisit) => void): readonly Column<PatrolVisit>[] {
  return [
    {
      title: "应巡时间",
      sortedBy: "dueAt",
      width: "140px",
      cell: ({ dueAt }) => formatMoment(dueAt, nowMs()),
    },
    ...(isOfMany
      ? [{ title: "单位", sortedBy: "orgname", width: "20%", cell: ({ orgname }: PatrolVisit) => orgname }]
      : []),
    {
      title: "点位",
      sortedBy: "point",
      isName: true,
      cell: (visit) => (
        <button type="button" className={css.open} onClick={() => onVisit(visit)}>
          {visit.pointName}
          <SecondLine>{visit.placeName}</SecondLine>
        </button>
      ),
    },
    {
      title: "巡查人",
      sortedBy: "walker",
      width: "100px",
      cell: ({ checkedBy, walker }) => checkedBy ?? walker ?? "—",
    },
    { title: "结果", sortedBy: "state", width: "110px", cell: ({ state }) => <VisitMark state={state} /> },
    {
      title: "打卡时间",
      sortedBy: "checkedAt",
      width: "140px",
      cell: ({ checkedAt }) => (checkedAt === null ? "—" : formatMoment(checkedAt, nowMs())),
    },
    {
      title: "说明",
      width: "22%",
      cell: ({ note, pictures }) => (
        <>
          {note ?? "—"}
          {pictures.length > 0 && <SecondLine>{pictures.length} 张照片</SecondLine>}
        </>
      ),
    },
  ]
}
