import type { SelectChoice } from "../../ui/forms/controls/select.tsx"
import type { FilterField } from "./filter-bar.tsx"
import type { UrlState } from "./use-url-filters.ts"

/** Choices that leave nothing out. */
const wholeChoices: ReadonlySet<string> = new Set(["", "all"])

/** What narrows a list, for a paper that has no filters: `状态：进行中；名称：消防`. */
export function filtersInWords<S extends object>(
  fields: readonly (FilterField<S> | false)[],
  { state, setFilters }: UrlState<S>,
): string {
  const isSet = (key: keyof S & string) => setFilters.includes(key)
  return fields
    .flatMap((field): readonly string[] => {
      if (field === false || "shown" in field) return []
      if ("tick" in field) return state[field.tick] === true ? [field.label] : []
      if ("search" in field)
        return isSet(field.search) ? [`${field.label}：${String(state[field.search])}`] : []
      if ("day" in field) return isSet(field.day) ? [`${field.label}：${String(state[field.day])}`] : []
      const { choice, label, choices } = field as {
        choice: keyof S & string
        label: string
        choices: readonly SelectChoice<string>[]
      }
      const value = String(state[choice])
      const word = choices.find(([key]) => key === value)?.[1]
      // A list may begin narrowed, and its paper must not look like the whole.
      const isNarrowed = isSet(choice) || !wholeChoices.has(value)
      return isNarrowed && word !== undefined ? [`${label}：${word}`] : []
    })
    .join("；")
}
