import type { Column } from "../../ui/data/data-table.tsx"
import css from "./print.module.css"

interface PrintTableProps<Row> {
  readonly columns: readonly Pick<Column<Row>, "title" | "cell" | "printed">[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** Its head stands on every sheet, and no row is divided. */
export function PrintTable<Row>({ columns: all, rows, keyOf }: PrintTableProps<Row>) {
  const columns = all.filter(({ printed }) => printed !== null)
  return (
    <table className={css.table}>
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
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, printed }) => (
              <td key={title}>{(printed ?? cell)(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What is said about one thing: names and values in two columns. */
export function PrintFacts({ facts }: { readonly facts: readonly (readonly [string, string])[] }) {
  return (
    <table className={css.table}>
      <tbody>
        {facts.map(([name, words]) => (
          <tr key={name}>
            <th scope="row" className={css.name}>
              {name}
            </th>
            <td>{words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
