import type { KeyboardEvent, Ref } from "react"
import { classes } from "../../theme/classes.ts"
import { Icon } from "../../navigation/icon.tsx"
import css from "./search-box.module.css"

interface SearchBoxProps {
  /** e.g. 搜索人员 */
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly maxLength?: number
  readonly onChange: (value: string) => void
  /** What arrow down does. */
  readonly onDown?: (box: Element) => void
  /** Called with pasted text; true: it was handled and does not go into the box. */
  readonly onPaste?: (pasted: string) => boolean
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

/** A search box: Escape or its button clears it; when it is empty Escape goes to the dialog around it. */
export function SearchBox({
  label,
  placeholder,
  value,
  onChange,
  onDown,
  onPaste,
  className,
  ...rest
}: SearchBoxProps) {
  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === "ArrowDown" && onDown) onDown(event.currentTarget)
    else if (event.key === "Escape" && value !== "") onChange("")
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes(css.box, className)}>
      <Icon name="search" sizePx={16} />
      <input
        {...rest}
        type="text"
        inputMode="search"
        enterKeyHint="search"
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
        <button type="button" aria-label="清除搜索" title="清除搜索" onClick={() => onChange("")}>
          <Icon name="close" sizePx={14} />
        </button>
      )}
    </div>
  )
}
