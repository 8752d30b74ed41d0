import {
  drillCalls,
  drillLimits,
  executionTypes,
  planKinds,
  type HeldDrill,
  type LedgerRow,
  type PlanKind,
} from "@uc/contract/drills/calls"
import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { useId, useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf, type Failure } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useCodes } from "../dictionary/public.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { DayFilter } from "../../ui/forms/day-filter.tsx"
import { Checkbox } from "../../ui/forms/controls/checkbox.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Pager } from "../../ui/data/pager.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { formatDuration, yearAt } from "./drill-labels.ts"
import { ExecutionMark } from "./execution-mark.tsx"
import css from "./ledger.module.css"

const pageSize = 20
const yearsBack = 5
const views = { due: "完成情况", held: "执行记录" } as const
type View = keyof typeof views
type HeldType = keyof typeof executionTypes | "all"
const heldTypes: readonly (readonly [HeldType, string])[] = [
  ["all", "全部"],
  ["drill", "演练"],
  ["emergency", "真实应急"],
]

/** What was held, as an address says it: whoever comes from the number of a day's drills sees those. */
export interface HeldPlace {
  readonly day: string
  readonly type: HeldType
}

interface LedgerProps {
  readonly user: CurrentUser
  /** Null: how far everybody is. `own-due`: what the own organisation is still to hold. */
  readonly startsWith: HeldPlace | "own-due" | null
  readonly onRecord: (id: string) => void
}

export function Ledger({ user, startsWith, onRecord }: LedgerProps) {
  const id = useId()
  const thisYear = yearAt(nowMs())
  const isOfMany = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  const startsHeld = typeof startsWith === "object" ? startsWith : null
  const isOwnDue = startsWith === "own-due"
  const [view, setView] = useState<View>(startsHeld === null ? "due" : "held")
  const [held, setHeld] = useState<HeldPlace>(startsHeld ?? { day: "", type: "all" })
  const [filter, setFilter] = useState({
    year: thisYear,
    orgname: isOwnDue && isOfMany ? user.orgname : "",
    onlyDue: isOwnDue,
  })
  const [page, setPage] = useState(0)
  const file = useExport(drillCalls.exportLedger)
  const narrow = (change: Partial<typeof filter>) => {
    setFilter({ ...filter, ...change })
    setPage(0)
  }
  const asked = { year: filter.year, ...(filter.orgname !== "" && { orgname: filter.orgname }) }
  const question = { ...asked, ...(filter.onlyDue && { onlyDue: 1 as const }) }
  const narrowHeld = (change: Partial<HeldPlace>) => {
    setHeld({ ...held, ...change })
    setPage(0)
  }
  const heldQuestion = {
    ...asked,
    ...(held.day !== "" && { day: held.day }),
    ...(held.type !== "all" && { zxType: executionTypes[held.type] }),
  }
  const paged = { start: page * pageSize, limit: pageSize }
  return (
    <>
      <div className={css.filters} role="search" aria-label="筛选">
        <ChoiceFilter
          label="年份"
          value={filter.year}
          choices={Array.from(
            { length: yearsBack },
            (_, back) => [thisYear - back, `${thisYear - back}年`] as const,
          )}
          onChange={(year) => narrow({ year })}
        />
        {isOfMany && (
          <form
            className={css.filter}
            onSubmit={(event) => {
              event.preventDefault()
              const typed = new FormData(event.currentTarget).get("orgname")
              narrow({ orgname: typeof typed === "string" ? typed.trim() : "" })
            }}
          >
            <label htmlFor={`${id}-org`}>单位</label>
            <input
              id={`${id}-org`}
              name="orgname"
              type="search"
              defaultValue={filter.orgname}
              maxLength={drillLimits.searched}
              placeholder="名称、拼音或首字母"
              autoComplete="off"
            />
            <Button type="submit">查询</Button>
          </form>
        )}
        {view === "due" && (
          <label className={css.tick}>
            <Checkbox
              checked={filter.onlyDue}
              onChange={({ target }) => narrow({ onlyDue: target.checked })}
            />
            只看未完成
          </label>
        )}
        {view === "held" && (
          <>
            <ChoiceFilter
              label="类型"
              value={held.type}
              choices={heldTypes}
              onChange={(type) => narrowHeld({ type })}
            />
            <DayFilter label="日期" value={held.day} onChange={(day) => narrowHeld({ day })} />
          </>
        )}
        <span className={css.grows} />
        <ExportButton
          isBusy={file.isBusy}
          onExport={() => void file.run({ ...question, ...(view === "held" && heldQuestion) })}
        />
      </div>
      <div className={css.switch} role="group" aria-label="查看">
        {(Object.keys(views) as View[]).map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={view === key}
            onClick={() => {
              setView(key)
              setPage(0)
            }}
          >
            {views[key]}
          </button>
        ))}
      </div>
      {view === "due" ? (
        <DueRows
          question={{ ...question, ...paged }}
          isPast={filter.year < thisYear}
          page={page}
          onPage={setPage}
        />
      ) : (
        <HeldRows question={{ ...heldQuestion, ...paged }} page={page} onPage={setPage} onRecord={onRecord} />
      )}
    </>
  )
}

interface RowsProps<Q> {
  readonly question: Q
  readonly page: number
  readonly onPage: (page: number) => void
}

type LedgerQuestion = Parameters<typeof useCall<typeof drillCalls.ledger>>[1]
type HeldQuestion = Parameters<typeof useCall<typeof drillCalls.held>>[1]

function dueColumns(isPast: boolean, wordOf: (kind: PlanKind) => string): readonly Column<LedgerRow>[] {
  return [
    { title: "单位", cell: ({ orgname }) => orgname },
    { title: "预案", width: "28%", cell: ({ planTitle }) => planTitle },
    { title: "类别", width: "110px", cell: ({ kind }) => wordOf(kind) },
    { title: "已做 / 应做", width: "110px", cell: ({ held, timesAYear }) => `${held} / ${timesAYear} 次` },
    {
      title: "最近一次",
      width: "150px",
      cell: ({ lastAt }) => (lastAt === null ? "—" : formatMoment(lastAt, nowMs())),
    },
    {
      title: "状态",
      width: "120px",
      cell: ({ due }) =>
        due > 0 ? (
          <Tag tone={isPast ? "danger" : "caution"} icon={isPast ? "danger" : "clock"}>
            {isPast ? `少做 ${due} 次` : `还差 ${due} 次`}
          </Tag>
        ) : (
          <Tag tone="done" icon="done">
            已完成
          </Tag>
        ),
    },
  ]
}

function DueRows({
  question,
  isPast,
  page,
  onPage,
}: RowsProps<LedgerQuestion> & { readonly isPast: boolean }) {
  const { wordOf } = useCodes("planKind", planKinds)
  const answer = useCall(drillCalls.ledger, question, { keepsPrevious: true })
  const { data } = answer
  return (
    <>
      {data && data.organisations > 0 && (
        <p className={css.summary} aria-live="polite">
          <span>
            <strong>{data.organisations}</strong> 个单位
          </span>
          <span>
            <strong>{data.dueRows}</strong> 项未完成
          </span>
        </p>
      )}
      <Rows
        label="演练台账"
        answer={answer}
        columns={dueColumns(isPast, wordOf)}
        keyOf={({ orgid, planId }) => `${orgid}-${planId}`}
        empty="没有符合条件的演练要求"
        page={page}
        onPage={onPage}
      />
    </>
  )
}

function heldColumns(onRecord: (id: string) => void): readonly Column<HeldDrill>[] {
  return [
    { title: "开始时间", width: "150px", cell: ({ begunAt }) => formatMoment(begunAt, nowMs()) },
    { title: "类型", width: "110px", cell: ({ zxType }) => <ExecutionMark type={zxType} /> },
    { title: "名称", cell: ({ title }) => title },
    { title: "单位", width: "22%", cell: ({ orgname }) => orgname },
    {
      title: "用时",
      width: "110px",
      cell: ({ seconds }) => (seconds === null ? "—" : formatDuration(seconds)),
    },
    { title: "确认", width: "80px", cell: ({ confirmed }) => `${confirmed} 人` },
    {
      title: "操作",
      width: "90px",
      cell: ({ id, title }) => (
        <Button aria-label={`${title}的记录`} onClick={() => onRecord(id)}>
          记录
        </Button>
      ),
    },
  ]
}

function HeldRows({
  question,
  page,
  onPage,
  onRecord,
}: RowsProps<HeldQuestion> & { readonly onRecord: (id: string) => void }) {
  const answer = useCall(drillCalls.held, question, { keepsPrevious: true })
  return (
    <Rows
      label="执行记录"
      answer={answer}
      columns={heldColumns(onRecord)}
      keyOf={({ id }) => id}
      empty={question.day === undefined ? "这一年还没有执行记录" : "这一天没有执行记录"}
      page={page}
      onPage={onPage}
    />
  )
}

interface RowsOf<Row> {
  readonly label: string
  readonly answer: {
    readonly data: { readonly total: number; readonly items: readonly Row[] } | undefined
    readonly error: Failure | null
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly empty: string
  readonly page: number
  readonly onPage: (page: number) => void
}

function Rows<Row>({ label, answer, columns, keyOf, empty, page, onPage }: RowsOf<Row>) {
  const { data, error, isPlaceholderData, refetch } = answer
  if (error) return <ErrorState title={`${label}没有加载成功`} words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={Array.from({ length: 6 }, () => 32)} />
  if (data.total === 0) return <EmptyState art="empty" title={empty} words="试试其他年份或放宽筛选条件。" />
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={data.items}
        keyOf={keyOf}
        isStale={isPlaceholderData}
      />
      <Pager total={data.total} pageSize={pageSize} page={page} onPage={onPage} />
    </>
  )
}
