import { useEffect, useEffectEvent, type ReactNode } from "react"
import { Checkbox } from "../forms/controls/checkbox.tsx"
import { Icon } from "../navigation/icon.tsx"
import { classes } from "../theme/classes.ts"
import { useCards } from "./use-cards.ts"
import css from "./data-table.module.css"

export interface Column<Row> {
  readonly title: string
  readonly width?: string
  readonly cell: (row: Row) => ReactNode
  /** The column that names the row: on a phone it stands on top, without its title. Its link covers the whole row. */
  readonly isName?: true
  /** The name of the order by this column; with a minus it goes from the last to the first. */
  readonly sortedBy?: string
  /**
   * On a phone, in a table where any column says it, a row has two lines for its name and a small one for the others: without a
   * title, with it, cut where there is no room, beside the name, or not at all.
   */
  readonly onPhone?: "bare" | "titled" | "short" | "beside" | "hidden"
  /** DAY-13: on paper, where `今天` and a colour say nothing; null: not on paper, as buttons. */
  readonly printed?: ((row: Row) => ReactNode) | null
}

/** Selected rows, for actions on several. */
export interface Selection<Row> {
  readonly chosen: ReadonlySet<string>
  readonly nameOf: (row: Row) => string
  readonly isSelectable?: (row: Row) => boolean
  /** What choosing all of the page is called. */
  readonly allWords?: string
  readonly onChoose: (keys: readonly string[], isOn: boolean) => void
}

export interface Sorting {
  /** Empty: in the list's own order. */
  readonly by: string
  readonly onSort: (by: string) => void
}

interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly rowClass?: ((row: Row) => string | undefined) | undefined
  /** Another page is loading. */
  readonly isStale?: boolean
  readonly selection?: Selection<Row> | undefined
  readonly sorting?: Sorting | undefined
  /** Told whether rows are cards, which have no headings to sort by. */
  readonly onCards?: ((isCards: boolean) => void) | undefined
}

/** A table; on a phone, and where its columns have no room, each row is a card. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  rowClass,
  isStale = false,
  selection,
  sorting,
  onCards,
}: DataTableProps<Row>) {
  const [frame, isCards] = useCards({
    widths: columns.map(({ width }) => width),
    isSelectable: selection !== undefined,
  })
  const tellCards = useEffectEvent((are: boolean) => onCards?.(are))
  useEffect(() => tellCards(isCards), [isCards])
  const isCompact = columns.some(({ onPhone }) => onPhone !== undefined)
  const isAnySelectable = selection && rows.some((row) => selection.isSelectable?.(row) ?? true)
  return (
    <div ref={frame} className={css.frame}>
      <table
        className={classes(css.table, isCompact && css.compact)}
        aria-label={label}
        aria-busy={isStale}
        data-cards={isCards || undefined}
      >
        <colgroup>
          {selection && <col className={css.ticks} />}
          {columns.map(({ title, width }) => (
            <col key={title} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <thead className={isAnySelectable ? css.choosing : undefined}>
          <tr>
            {selection && (
              <th scope="col">
                <AllRows rows={rows} keyOf={keyOf} selection={selection} />
              </th>
            )}
            {columns.map(({ title, sortedBy }) => (
              <Heading key={title} title={title} sortedBy={sortedBy} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={classes(selection && css.selectable, rowClass?.(row))}>
              {selection && (
                <td className={css.tick}>
                  {(selection.isSelectable?.(row) ?? true) && (
                    <Checkbox
                      aria-label={`选择${selection.nameOf(row)}`}
                      checked={selection.chosen.has(keyOf(row))}
                      onChange={({ target }) => selection.onChoose([keyOf(row)], target.checked)}
                    />
                  )}
                </td>
              )}
              {columns.map(({ title, cell, isName, onPhone }) => (
                <td
                  key={title}
                  data-title={title}
                  className={classes(isName && css.name, onPhone !== undefined && css[onPhone])}
                >
                  {/* One element beside its title, however much is in it. */}
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function AllRows<Row>({
  rows,
  keyOf,
  selection: { chosen, isSelectable, allWords = "选择本页全部", onChoose },
}: Required<Pick<DataTableProps<Row>, "rows" | "keyOf">> & { readonly selection: Selection<Row> }) {
  const keys = rows.filter((row) => isSelectable?.(row) ?? true).map(keyOf)
  if (keys.length === 0) return null
  return (
    <label className={css.all} title={allWords}>
      <Checkbox
        aria-label={allWords}
        checked={keys.every((key) => chosen.has(key))}
        onChange={({ target }) => onChoose(keys, target.checked)}
      />
      <span>{allWords}</span>
    </label>
  )
}

function Heading({
  title,
  sortedBy,
  sorting,
}: {
  readonly title: string
  readonly sortedBy: string | undefined
  readonly sorting: Sorting | undefined
}) {
  if (sortedBy === undefined || !sorting) return <th scope="col">{title}</th>
  const isUp = sorting.by === sortedBy
  const isDown = sorting.by === `-${sortedBy}`
  return (
    <th scope="col" aria-sort={isUp ? "ascending" : isDown ? "descending" : "none"}>
      <button
        type="button"
        className={classes(css.sort, (isUp || isDown) && css.sorted)}
        // Upwards, downwards, and as the list is by itself.
        onClick={() => sorting.onSort(isUp ? `-${sortedBy}` : isDown ? "" : sortedBy)}
      >
        {title}
        <Icon name={isUp ? "up" : "down"} sizePx={14} />
      </button>
    </th>
  )
}
