import {
  patrolLimits,
  patrolAdminCalls,
  VisitState,
  type PatrolVisit,
  type VisitFilter,
} from "@uc/contract/patrols/admin-calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { DateField } from "../../ui/forms/dates/date-field.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { filtersOf, noFilterState, type PatrolFilterState } from "./patrol-filters-url.ts"
import { useVisitWords, VisitMark } from "./visit-state.tsx"
import css from "./patrols.module.css"

interface RecordsProps {
  readonly place: PatrolFilterState
  readonly isOfMany: boolean
  readonly onFilter: (change: Partial<PatrolFilterState>) => void
  readonly onPage: (before: string) => void
  readonly onVisit: (visit: PatrolVisit) => void
}

export function Records({ place, isOfMany, onFilter, onPage, onVisit }: RecordsProps) {
  const wordOf = useVisitWords()
  const states: readonly (readonly [VisitFilter | "all", string])[] = [
    ["all", "全部"],
    ["done", "已巡"],
    ...VisitState.options.map((state) => [state, wordOf(state)] as const),
  ]
  const filters = filtersOf(place)
  const question = { ...filters, ...(place.before !== "" && { before: place.before }) }
  const { data, error, refetch, isPlaceholderData } = useCall(patrolAdminCalls.visits, question, {
    keepsPrevious: true,
  })
  const file = useExport(patrolAdminCalls.exportVisits)
  const isFiltered = Object.keys(filters).length > 0

  return (
    <>
      <div className={css.filters} role="search" aria-label="筛选">
        <ChoiceFilter
          label="结果"
          value={place.state === "" ? "all" : place.state}
          choices={states}
          onChange={(state) => onFilter({ state: state === "all" ? "" : state })}
        />
        <div className={css.days}>
          <DateField
            label="从哪天"
            placeholder="不限"
            value={place.from}
            onChange={(from) => onFilter({ from })}
          />
          <span>至</span>
          <DateField label="到哪天" placeholder="不限" value={place.to} onChange={(to) => onFilter({ to })} />
        </div>
        <form
          className={css.days}
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get("search")
            onFilter({ search: typeof typed === "string" ? typed.trim() : "" })
          }}
        >
          <input
            key={place.search}
            name="search"
            type="search"
            aria-label="点位或巡查人"
            placeholder="点位或巡查人"
            autoComplete="off"
            defaultValue={place.search}
            maxLength={patrolLimits.searched}
          />
          <Button type="submit">查询</Button>
        </form>
        {place.orgid !== "" && (
          <Tag tone="brand">
            {data?.items[0]?.orgname ?? "所选单位"}
            <button
              type="button"
              className={css.unset}
              aria-label="查看全部单位"
              onClick={() => onFilter({ orgid: "" })}
            >
              <Icon name="close" sizePx={12} />
            </button>
          </Tag>
        )}
        <span className={css.grows} />
        <ExportButton isBusy={file.isBusy} onExport={() => void file.run(filters)} />
      </div>
      {error && <ErrorState title="巡查记录没有加载成功" words={messageOf(error)} onRetry={refetch} />}
      {!error && !data && <BarsSkeleton heightsPx={Array.from({ length: 8 }, () => 36)} />}
      {!error && data?.items.length === 0 && (
        <EmptyState
          art="empty"
          title={isFiltered ? "没有符合条件的记录" : "还没有巡查记录"}
          words={isFiltered ? "试试放宽筛选条件。" : "启用计划后，到时间的巡查会出现在这里。"}
          actions={isFiltered && <Button onClick={() => onFilter(noFilters)}>清除筛选</Button>}
        />
      )}
      {!error && data && data.items.length > 0 && (
        <>
          <DataTable
            label="巡查记录"
            columns={columns(isOfMany, onVisit)}
            rows={data.items}
            keyOf={({ id }) => id}
            isStale={isPlaceholderData}
          />
          <nav className={css.pages} aria-label="翻页">
            {place.before !== "" && <Button onClick={() => onPage("")}>回到最新</Button>}
            {data.older !== null && <Button onClick={() => onPage(data.older ?? "")}>下一页</Button>}
          </nav>
        </>
      )}
    </>
  )
}

const noFilters = {
  state: noFilterState.state,
  from: noFilterState.from,
  to: noFilterState.to,
  search: noFilterState.search,
  orgid: noFilterState.orgid,
}

function columns(isOfMany: boolean, onVisit: (visit: PatrolVisit) => void): readonly Column<PatrolVisit>[] {
  return [
    { title: "应巡时间", width: "140px", cell: ({ dueAt }) => formatMoment(dueAt, nowMs()) },
    ...(isOfMany ? [{ title: "单位", width: "20%", cell: ({ orgname }: PatrolVisit) => orgname }] : []),
    {
      title: "点位",
      cell: (visit) => (
        <button type="button" className={css.open} onClick={() => onVisit(visit)}>
          {visit.pointName}
          <small>{visit.placeName}</small>
        </button>
      ),
    },
    { title: "巡查人", width: "100px", cell: ({ checkedBy, walker }) => checkedBy ?? walker ?? "—" },
    { title: "结果", width: "110px", cell: ({ state }) => <VisitMark state={state} /> },
    {
      title: "打卡时间",
      width: "140px",
      cell: ({ checkedAt }) => (checkedAt === null ? "—" : formatMoment(checkedAt, nowMs())),
    },
    {
      title: "说明",
      width: "22%",
      cell: ({ note, pictures }) => (
        <span className={css.note}>
          {note ?? "—"}
          {pictures.length > 0 && <small> · {pictures.length} 张照片</small>}
        </span>
      ),
    },
  ]
}
