import { messageOf, type Failure } from "../../platform/http/failure.ts"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Pager } from "../../ui/data/pager.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"

export const pageSize = 20

/** What a read of a log gives; its four faces are drawn here. */
interface Answer<Row> {
  readonly data: { readonly total: number; readonly items: readonly Row[] } | undefined
  readonly error: Failure | null
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

interface LogListProps<Row> {
  readonly label: string
  readonly answer: Answer<Row>
  readonly columns: readonly Column<Row>[]
  readonly page: number
  readonly onPage: (page: number) => void
}

export function LogList<Row extends { readonly id: string }>({
  label,
  answer: { data, error, isPlaceholderData, refetch },
  columns,
  page,
  onPage,
}: LogListProps<Row>) {
  if (error) return <ErrorState title={`${label}没有加载成功`} words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={Array.from({ length: 8 }, () => 32)} />
  if (data.total === 0)
    return <EmptyState art="empty" title="没有符合条件的记录" words="试试放宽时间或其他筛选条件。" />
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={data.items}
        keyOf={({ id }) => id}
        isStale={isPlaceholderData}
      />
      <Pager total={data.total} pageSize={pageSize} page={page} onPage={onPage} />
    </>
  )
}
