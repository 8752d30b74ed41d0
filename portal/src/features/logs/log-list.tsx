import { messageOf, type Failure } from "../../platform/failure.ts"
import { Button } from "../../ui/button.tsx"
import { DataTable, type Column } from "../../ui/data-table.tsx"
import { Delayed } from "../../ui/delayed.tsx"
import { Face } from "../../ui/face.tsx"
import { Pager } from "../../ui/pager.tsx"
import { Bar } from "../../ui/skeleton.tsx"
import css from "./logs.module.css"

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
  if (error)
    return (
      <Face
        isAlert
        art="broken"
        title={`${label}没有加载成功`}
        words={messageOf(error)}
        actions={<Button onClick={() => void refetch()}>重试</Button>}
      />
    )
  if (!data)
    return (
      <Delayed>
        <div className={css.waiting} role="status">
          <span className="only-read-aloud">正在加载…</span>
          {Array.from({ length: 8 }, (_, at) => (
            <Bar key={at} heightPx={32} />
          ))}
        </div>
      </Delayed>
    )
  if (data.total === 0)
    return <Face art="empty" title="没有符合条件的记录" words="试试放宽时间或其他筛选条件。" />
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
