import type { ReactNode } from "react"
import { usePhone } from "../../ui/layout/use-phone.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Checkbox } from "../../ui/forms/controls/checkbox.tsx"
import type { SelectChoice } from "../../ui/forms/controls/select.tsx"
import { ChoiceFilter } from "../../ui/forms/filters/choice-filter.tsx"
import { DayFilter } from "../../ui/forms/filters/day-filter.tsx"
import { DebouncedSearch } from "../../ui/forms/filters/debounced-search.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Toolbar } from "../../ui/primitives/toolbar.tsx"
import { FilterSheet } from "./filter-sheet.tsx"
import type { UrlState } from "./use-url-filters.ts"
import css from "./filter-bar.module.css"

type KeyOf<S, T> = { [K in keyof S]: S[K] extends T ? K : never }[keyof S] & string

/** One filter above a list, as data: which parameter of the address it sets, and how it is shown. */
export type FilterField<S> =
  | {
      readonly search: KeyOf<S, string>
      readonly label: string
      readonly placeholder: string
      readonly maxLength: number
    }
  | { readonly day: KeyOf<S, string>; readonly label: string }
  | { readonly tick: KeyOf<S, boolean>; readonly label: string }
  | ChoiceFieldOf<S>
  | { readonly shown: ReactNode; readonly label: string }

type ChoiceFieldOf<S> = {
  [K in KeyOf<S, string>]: {
    readonly choice: K
    readonly label: string
    readonly choices: readonly SelectChoice<S[K] & string>[]
  }
}[KeyOf<S, string>]

interface FilterBarProps<S extends object> {
  readonly url: UrlState<S>
  /** False: not offered now. */
  readonly fields: readonly (FilterField<S> | false)[]
  readonly label?: string
  /** Actions on the list, after all filters. */
  readonly actions?: ReactNode
}

/** DAY-17: on a phone the search stays, all other filters fold into one button, so that the first row is in view at once. */
export function FilterBar<S extends object>({ url, fields, label = "筛选", actions }: FilterBarProps<S>) {
  const isPhone = usePhone()
  const all = fields.filter((field) => field !== false)
  // One way to search: what is typed stands first on every list.
  const offered = [
    ...all.filter((field) => "search" in field),
    ...all.filter((field) => !("search" in field)),
  ]
  const beside = isPhone ? offered.filter((field) => "search" in field) : offered
  const folded = offered.filter((field) => !beside.includes(field))
  const searched = new Set<string>(beside.flatMap((field) => ("search" in field ? [field.search] : [])))
  const drawn = (field: FilterField<S>) => <OneFilter key={field.label} field={field} url={url} />
  return (
    <Toolbar className={css.bar} {...(fields.length > 0 && { role: "search", "aria-label": label })}>
      {isPhone ? beside.map(drawn) : withRanges(beside, drawn)}
      {folded.length > 0 ? (
        <FilterSheet
          label={label}
          count={url.setFilters.filter((key) => !searched.has(key)).length}
          onReset={url.isFiltered ? url.reset : null}
        >
          {folded.map(drawn)}
        </FilterSheet>
      ) : (
        url.isFiltered && <Button onClick={url.reset}>重置</Button>
      )}
      {actions && (
        <Row gap={8} end wrap>
          {actions}
        </Row>
      )}
    </Toolbar>
  )
}

/** The two days of a period stay on one line. */
function withRanges<S extends object>(
  fields: readonly FilterField<S>[],
  drawn: (field: FilterField<S>) => ReactNode,
): readonly ReactNode[] {
  const isDay = (field: FilterField<S> | undefined, key: string) =>
    field !== undefined && "day" in field && field.day === key
  return fields.map((field, at) => {
    if (isDay(field, "to") && isDay(fields[at - 1], "from")) return null
    const until = fields[at + 1]
    if (!isDay(field, "from") || until === undefined || !isDay(until, "to")) return drawn(field)
    return (
      <Row key={field.label} gap={8} rigid>
        {drawn(field)}
        {drawn(until)}
      </Row>
    )
  })
}

function OneFilter<S extends object>({
  field,
  url,
}: {
  readonly field: FilterField<S>
  readonly url: UrlState<S>
}) {
  const set = (key: keyof S, value: string | boolean) => url.narrow({ [key]: value } as Partial<S>)
  if ("shown" in field) return field.shown
  if ("search" in field)
    return (
      <div className={css.search}>
        <DebouncedSearch
          label={field.label}
          placeholder={field.placeholder}
          maxLength={field.maxLength}
          value={String(url.state[field.search])}
          onSettled={(text) => set(field.search, text)}
        />
      </div>
    )
  if ("day" in field)
    return (
      <DayFilter
        label={field.label}
        value={String(url.state[field.day])}
        onChange={(day) => set(field.day, day)}
      />
    )
  if ("tick" in field)
    return (
      <Row as="label" gap={8} className={css.tick}>
        <Checkbox
          checked={url.state[field.tick] === true}
          onChange={({ target }) => set(field.tick, target.checked)}
        />
        {field.label}
      </Row>
    )
  const { choice, choices } = field as { choice: keyof S; choices: readonly SelectChoice<string>[] }
  return (
    <ChoiceFilter
      label={field.label}
      value={String(url.state[choice])}
      choices={choices}
      onChange={(key) => set(choice, key)}
    />
  )
}
