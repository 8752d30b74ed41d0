import type { KeyboardEvent, Ref } from "react"
import { Icon } from "../../ui/icon.tsx"
import css from "./picker-search.module.css"

interface PickerSearchProps {
  /** e.g. 搜索人员 */
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Where the arrow down leads instead of into the first list that is shown. */
  readonly onDown?: (() => void) | undefined
  readonly maxLength?: number
  /** Something is pasted; true: it is taken elsewhere and does not go into the box. */
  readonly onPaste?: (pasted: string) => boolean
  readonly ref?: Ref<HTMLInputElement>
}

function intoList(box: Element): void {
  const lists =
    box.closest("[data-picker]")?.querySelectorAll<HTMLElement>("[role=tree], [role=listbox]") ?? []
  const shown = [...lists].find((list) => !list.closest("[hidden], [aria-hidden=true]"))
  shown?.focus()
}

export function PickerSearch({
  label,
  placeholder,
  value,
  onChange,
  onDown,
  onPaste,
  ...rest
}: PickerSearchProps) {
  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === "ArrowDown") (onDown ?? intoList)(event.currentTarget)
    // Escape empties the box first; an empty one leaves it to the dialog.
    else if (event.key === "Escape" && value !== "") onChange("")
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={css.box}>
      <Icon name="search" />
      <input
        {...rest}
        type="text"
        inputMode="search"
        role="searchbox"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKey}
        onPaste={(event) => {
          if (onPaste?.(event.clipboardData.getData("text"))) event.preventDefault()
        }}
      />
      {value !== "" && (
        <button
          type="button"
          className={css.clear}
          aria-label="清除搜索"
          title="清除搜索"
          onClick={() => onChange("")}
        >
          <Icon name="close" sizePx={14} />
        </button>
      )}
    </div>
  )
}
