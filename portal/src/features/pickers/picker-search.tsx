import type { ComponentProps } from "react"
import { SearchBox } from "../../ui/forms/filters/search-box.tsx"
import css from "./picker-frame.module.css"

function intoList(box: Element): void {
  const lists =
    box.closest("[data-picker]")?.querySelectorAll<HTMLElement>("[role=tree], [role=listbox]") ?? []
  const shown = [...lists].find((list) => !list.closest("[hidden], [aria-hidden=true]"))
  shown?.focus()
}

/** Arrow down moves into the first list, unless told otherwise. */
export function PickerSearch({ onDown = intoList, ...box }: ComponentProps<typeof SearchBox>) {
  return <SearchBox {...box} className={css.search} onDown={onDown} />
}
