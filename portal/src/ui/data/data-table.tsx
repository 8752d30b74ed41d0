import type { ReactNode } from "react"
import css from "./data-table.module.css"

export interface Column<Row> {
  readonly title: string
  readonly width?: string
  readonly cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly rowClass?: (row: Row) => string
  /** Another page is on its way. */
  readonly isStale?: boolean
}

/** A table; on a phone each row is a card. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  rowClass,
  isStale = false,
}: DataTableProps<Row>) {
  return (
    <table className={css.table} aria-label={label} aria-busy={isStale}>
      <colgroup>
        {columns.map(({ title, width }) => (
          <col key={title} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={rowClass?.(row)}>
            {columns.map(({ title, cell }) => (
              <td key={title} data-title={title}>
                {/* One thing beside its title, however much is in it. */}
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
