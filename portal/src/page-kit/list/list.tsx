import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import type { ReactNode } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import type { FileCall } from "../../platform/http/use-export.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { DataTable, type Column, type Selection } from "../../ui/data/data-table.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { ColumnChoice } from "./column-choice.tsx"
import { FilterBar, type FilterField } from "./filter-bar.tsx"
import { ListExport } from "./list-export.tsx"
import { isFirstPage, ListPager, pageInput, type Paging } from "./paging.tsx"
import { useColumnChoice } from "./use-column-choice.ts"
import type { UrlState } from "./use-url-filters.ts"

/** A list that is empty because nothing is there yet; one that is empty by its filters is said by the list itself. */
interface Empty {
  readonly title: string
  readonly words?: string
  readonly actions?: ReactNode
}

export interface ListProps<S extends object, C extends Call, Row> {
  /** The table's name, e.g. 任务列表; also where the columns that somebody hid are remembered. */
  readonly label: string
  /** What its rows are, e.g. 任务, in the sentences about them. */
  readonly what: string
  readonly url: UrlState<S>
  readonly fields?: readonly (FilterField<NoInfer<S>> | false)[]
  readonly call: C
  /** What the call is asked, without the page. */
  readonly question: InputOf<C>
  readonly rowsOf: (answer: OutputOf<C>) => readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly columns?: readonly Column<Row>[]
  /** Where its rows are no table: entries that the feature draws. */
  readonly renderRows?: (rows: readonly Row[], isStale: boolean) => ReactNode
  readonly paging: Paging<NoInfer<S>, OutputOf<C>>
  /** A file of all that the question matches. */
  readonly file?: FileCall
  readonly actions?: ReactNode
  readonly empty: Empty
  /** Beside the reset, where the filters match nothing: another place to look at. */
  readonly elsewhere?: ReactNode
  /** Above the table, once there is an answer: how many, what is chosen. */
  readonly summary?: ((answer: OutputOf<C>) => ReactNode) | undefined
  readonly selection?: Selection<Row> | undefined
  /** The parameter of the address that says the order. */
  readonly sortedBy?: keyof S & string
  readonly rowClass?: (row: Row) => string | undefined
  /** What is said when it can't be had, where the specification has a sentence for it. */
  readonly failedTitle?: string
  /** What was there before stays when it can't be had anew; the page itself says that it is old. */
  readonly keepsOld?: boolean
}

/** Filters, table, pager and file of one call. Its states (loading, failed, empty, empty by its filters) are drawn here. */
export function List<S extends object, C extends Call, Row>(properties: ListProps<S, C, Row>) {
  const { label, what, url, fields = [], call, question, columns = [], paging, file, actions } = properties
  const answer = useCall(
    call,
    { ...question, ...pageInput(paging, url.state) },
    {
      keepsPrevious: true,
    },
  )
  const choice = useColumnChoice(label, columns)
  const shown = { ...properties, columns: choice.shown }
  return (
    <Stack gap={12}>
      {(fields.length > 0 || file || actions) && (
        <FilterBar
          url={url}
          fields={fields}
          label={`筛选${what}`}
          actions={
            <>
              {actions}
              <ColumnChoice {...choice} />
              {file && <ListExport call={file} question={question} />}
            </>
          }
        />
      )}
      <Rows {...shown} answer={answer} />
    </Stack>
  )
}

interface Answer<D> {
  readonly data: D | undefined
  readonly error: Error | null
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

function Rows<S extends object, C extends Call, Row>({
  label,
  what,
  url,
  answer: { data, error, isPlaceholderData, refetch },
  rowsOf,
  keyOf,
  columns = [],
  renderRows,
  paging,
  empty,
  elsewhere,
  summary,
  selection,
  sortedBy,
  rowClass,
  failedTitle = `${label}没有加载成功`,
  keepsOld = false,
}: ListProps<S, C, Row> & { readonly answer: Answer<OutputOf<C>> }) {
  if (error && !(keepsOld && data))
    return <ErrorState title={failedTitle} words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={Array.from({ length: 8 }, () => 40)} />
  const rows = rowsOf(data)
  if (rows.length === 0 && (url.isFiltered || !isFirstPage(paging, url.state)))
    return (
      <EmptyState
        art="empty"
        title={`没有符合条件的${what}`}
        words="试试放宽筛选条件。"
        actions={
          <>
            <Button onClick={url.reset}>重置筛选</Button>
            {elsewhere}
          </>
        }
      />
    )
  if (rows.length === 0) return <EmptyState art="empty" {...empty} />
  return (
    <>
      {summary?.(data)}
      {renderRows ? (
        renderRows(rows, isPlaceholderData)
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          rowClass={rowClass}
          isStale={isPlaceholderData}
          selection={selection}
          sorting={
            sortedBy && {
              by: String(url.state[sortedBy]),
              onSort: (by) => url.narrow({ [sortedBy]: by } as Partial<S>),
            }
          }
        />
      )}
      <ListPager paging={paging} url={url} answer={data} />
    </>
  )
}
