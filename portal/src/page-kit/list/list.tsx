import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import { sortMessages } from "@uc/contract/core/sorting"
import { useEffect, useEffectEvent, useState, type ReactNode } from "react"
import { Failure, messageOf } from "../../platform/http/failure.ts"
import type { FileCall } from "../../platform/http/use-export.ts"
import { usePhone } from "../../ui/layout/use-phone.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { DataTable, type Column, type Selection } from "../../ui/data/data-table.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { BeyondEnd } from "./beyond-end.tsx"
import { ColumnChoice } from "./column-choice.tsx"
import { FilterBar, type FilterField } from "./filter-bar.tsx"
import { everyRow } from "../print/every-row.ts"
import { PrintButton } from "../print/print-button.tsx"
import { PrintTable } from "../print/print-table.tsx"
import { filtersInWords } from "./filters-in-words.ts"
import { ListExport } from "./list-export.tsx"
import { listSorting, type ListSorting } from "./list-sorting.ts"
import { fittingInput } from "./fitting-input.ts"
import {
  isEmpty,
  isFirstPage,
  ListPager,
  pageInput,
  pageKeys,
  type PageSizeChoice,
  type Paging,
  type PagingInput,
} from "./paging.tsx"
import { useColumnChoice } from "./use-column-choice.ts"
import { usePageSize } from "./use-page-size.ts"
import type { UrlState } from "./use-url-filters.ts"

/** A list without any rows yet; where filters match nothing, the list has its own text. */
interface Empty {
  readonly title: string
  readonly words?: string
  readonly actions?: ReactNode
}

/** What a call takes but for the page, which is the list's own. */
type Input<C extends Call> = Omit<InputOf<C>, PagingInput> & { readonly [K in PagingInput]?: never }

export interface ListProps<S extends object, C extends Call, Row> {
  /** The table's name, e.g. 任务列表; hidden columns are remembered under it. */
  readonly label: string
  /** What its rows are called, e.g. 任务, in sentences about them. */
  readonly what: string
  readonly url: UrlState<S>
  readonly fields?: readonly (FilterField<NoInfer<S>> | false)[]
  readonly call: C
  /** The call's input, without the page. */
  readonly input: Input<C>
  readonly rowsOf: (answer: OutputOf<C>) => readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly columns?: readonly Column<Row>[]
  /** For rows that are no table: the feature draws them. */
  readonly renderRows?: (rows: readonly Row[], isStale: boolean) => ReactNode
  readonly paging: Paging<NoInfer<S>, OutputOf<C>>
  /** Exports all rows of these filters. */
  readonly file?: FileCall
  readonly actions?: ReactNode
  readonly empty: Empty
  /** Beside the reset, where the filters match nothing: another list to look at. */
  readonly elsewhere?: ReactNode
  /** Above the table, once there is an answer: how many, what is chosen. */
  readonly summary?: ((answer: OutputOf<C>) => ReactNode) | undefined
  readonly selection?: Selection<Row> | undefined
  /** The parameter of the address that holds the order, where the page sends it itself; `sort` is sent by the list. */
  readonly sortedBy?: keyof S & string
  /** DAY-13: all rows that the filters find may be printed, under this title. */
  readonly printed?: string
  readonly rowClass?: (row: Row) => string | undefined
  /** The title of a failure, where the specification has a sentence for it. */
  readonly failedTitle?: string
  /** After a failed reload the earlier rows stay; the page itself says that they are old. */
  readonly keepsOld?: boolean
}

/** Filters, table, pager and export of one call, with all its states: loading, failed, empty, nothing for these filters. */
export function List<S extends object, C extends Call, Row>(properties: ListProps<S, C, Row>) {
  const { label, what, url, fields = [], call, input, columns = [], file, actions } = properties
  const { paging, choice: size } = usePageSize(label, call, properties.paging)
  const isPhone = usePhone()
  const [isTight, setTight] = useState(false)
  const sorting = listSorting({ ...properties, isCards: isPhone || isTight })
  const filters = fittingInput(call, { ...input, ...sorting.input })
  const page = fittingInput(call, { ...filters.input, ...pageInput(paging, url.state) })
  const answer = useCall(call, page.input as InputOf<C>, { keepsPrevious: true })
  const drop = useEffectEvent((keys: readonly string[]) => url.drop(keys))
  const refused = [...filters.refused, ...(page.refused.length > 0 ? pageKeys(paging) : [])].join()
  useEffect(() => {
    if (refused !== "") drop(refused.split(","))
  }, [refused])
  const choice = useColumnChoice(label, columns)
  const shown = { ...properties, paging, columns: choice.shown }
  const rows = answer.data === undefined ? [] : properties.rowsOf(answer.data)
  // Nothing to narrow, to arrange or to export, where not even the usual filters leave anything out.
  const isBare =
    answer.data !== undefined &&
    rows.length === 0 &&
    !url.isFiltered &&
    isFirstPage(paging, url.state) &&
    filtersInWords(fields, url) === "" &&
    !fields.some((field) => field !== false && "shown" in field)
  const offered = isBare ? [] : sorting.field ? [...fields, sorting.field] : fields
  return (
    <Stack gap={12}>
      {(offered.length > 0 || actions || (!isBare && (file || choice.titles.length > 0))) && (
        <FilterBar
          url={url}
          fields={offered}
          label={`筛选${what}`}
          actions={
            <>
              {actions}
              {!isBare && <ColumnChoice {...choice} />}
              {/* A phone has no printer, and its first row is in view at once (DAY-17). */}
              {properties.printed !== undefined && rows.length > 0 && !isPhone && (
                <PrintButton
                  title={properties.printed}
                  load={() => everyRow({ call, input: filters.input, paging, rowsOf: properties.rowsOf })}
                >
                  {(every) => (
                    <>
                      <p>{[filtersInWords(fields, url), every?.told].filter(Boolean).join("　")}</p>
                      <PrintTable columns={choice.shown} rows={every?.rows ?? []} keyOf={properties.keyOf} />
                    </>
                  )}
                </PrintButton>
              )}
              {file && !isBare && <ListExport call={file} input={filters.input} />}
            </>
          }
        />
      )}
      <Rows
        {...shown}
        name={`${call.path} ${JSON.stringify(filters.input)} ${size.size}`}
        answer={answer}
        sorting={sorting}
        size={size}
        onCards={setTight}
      />
    </Stack>
  )
}

interface Answer<D> {
  readonly data: D | undefined
  readonly error: Error | null
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

interface RowsProps<S extends object, C extends Call, Row> extends ListProps<S, C, Row> {
  readonly name: string
  readonly answer: Answer<OutputOf<C>>
  readonly sorting: ListSorting<S>
  readonly size: PageSizeChoice
  readonly onCards: (isCards: boolean) => void
}

function Rows<S extends object, C extends Call, Row>({
  name,
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
  rowClass,
  failedTitle = `${label}加载失败`,
  keepsOld = false,
  sorting,
  size,
  onCards,
}: RowsProps<S, C, Row>) {
  if (error instanceof Failure && error.field === "sort")
    return (
      <EmptyState
        art="empty"
        title="暂时不能这样排序"
        words={messageOf(error) ?? sortMessages.tooMany}
        actions={<Button onClick={() => sorting.table?.onSort("")}>恢复默认顺序</Button>}
      />
    )
  if (error && !(keepsOld && data))
    return <ErrorState title={failedTitle} words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={Array.from({ length: 8 }, () => 40)} />
  const rows = rowsOf(data)
  if (rows.length === 0 && !isFirstPage(paging, url.state) && !isEmpty(paging, data))
    return <BeyondEnd what={what} url={url} paging={paging} answer={data} />
  if (rows.length === 0 && url.isFiltered)
    return (
      <EmptyState
        art="empty"
        title={`没有符合条件的${what}`}
        words="请放宽筛选条件。"
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
          sorting={sorting.table}
          onCards={onCards}
        />
      )}
      <ListPager name={name} paging={paging} url={url} answer={data} size={size} />
    </>
  )
}
