import type { KeyboardEvent } from "react"
import { Icon } from "./icon.tsx"
import css from "./search-box.module.css"

interface SearchBoxProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly maxLength: number
  readonly onChange: (value: string) => void
}

/** A box that is searched with: Escape empties it, and so does its button. */
export function SearchBox({ label, placeholder, value, maxLength, onChange }: SearchBoxProps) {
  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.key !== "Escape" || value === "") return
    onChange("")
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={css.box}>
      <Icon name="search" sizePx={16} />
      <input
        type="text"
        inputMode="search"
        role="searchbox"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKey}
      />
      {value !== "" && (
        <button type="button" aria-label="清除搜索" title="清除搜索" onClick={() => onChange("")}>
          <Icon name="close" sizePx={14} />
        </button>
      )}
    </div>
  )
}
