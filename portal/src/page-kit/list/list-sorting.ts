import type { Call } from "@uc/contract/core/call"
import type { Column, Sorting } from "../../ui/data/data-table.tsx"
import type { SelectChoice } from "../../ui/forms/controls/select.tsx"
import type { FilterField } from "./filter-bar.tsx"
import type { UrlState } from "./use-url-filters.ts"

interface SortedList<S extends object, Row> {
  readonly call: Call
  readonly url: UrlState<S>
  readonly columns?: readonly Column<Row>[]
  readonly sortedBy?: keyof S & string
  /** Rows are cards, which have no headings: there the order is one of the filters. */
  readonly isCards: boolean
}

export interface ListSorting<S> {
  /** What the call is sent. */
  readonly input: Readonly<Record<string, string>>
  /** For the headers; undefined: the list has one order. */
  readonly table: Sorting | undefined
  /** Where there are no headings. */
  readonly field: FilterField<S> | null
}

/** DAY-13: a list whose call takes `sort` and whose address has it is sorted by its headers. */
export function listSorting<S extends object, Row>({
  call,
  url,
  columns = [],
  sortedBy,
  isCards,
}: SortedList<S, Row>): ListSorting<S> {
  const isOwn = sortedBy === undefined && "sort" in call.input.shape && "sort" in url.state
  const key = sortedBy ?? (isOwn ? ("sort" as keyof S & string) : undefined)
  if (key === undefined) return { input: {}, table: undefined, field: null }
  const by = String(url.state[key])
  const table: Sorting = { by, onSort: (to) => url.narrow({ [key]: to } as Partial<S>) }
  const choices: SelectChoice<string>[] = [
    ["", "默认"],
    ...columns.flatMap(({ title, sortedBy: name }): SelectChoice<string>[] =>
      name === undefined
        ? []
        : [
            [name, `${title}：升序`],
            [`-${name}`, `${title}：降序`],
          ],
    ),
  ]
  return {
    input: isOwn && by !== "" ? { sort: by } : {},
    table,
    field:
      isOwn && isCards && choices.length > 1
        ? ({ choice: key, label: "排序", choices } as unknown as FilterField<S>)
        : null,
  }
}
