import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react"
import { classes } from "../../../portal/src/ui/theme/classes.ts"
import { Icon } from "../../../portal/src/ui/navigation/icon.tsx"
import popupCss from "./popup.module.css"
import css from "./select.module.css"
import { usePopup } from "./use-popup.ts"

interface SelectProps<Key extends string> {
  /** The id of what labels it. */
  readonly labelId: string
  readonly value: Key
  readonly choices: readonly (readonly [Key, string])[]
  readonly placeholder: string
  readonly onChange: (key: Key) => void
}

/** One choice out of many, with a search: the box that opens, the search inside of what it opens, the list below it. */
export function Select<Key extends string>({
  labelId,
  value,
  choices,
  placeholder,
  onChange,
}: SelectProps<Key>) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState("")
  const [active, setActive] = useState(0)
  const trigger = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const found = choices.filter(([, words]) => words.toLowerCase().includes(text.trim().toLowerCase()))
  const chosen = choices.find(([key]) => key === value)
  usePopup(isOpen, trigger, popup, () => setOpen(false))

  function open(typed: string) {
    setText(typed)
    const at = choices.findIndex(([key]) => key === value)
    setActive(typed === "" ? Math.max(0, at) : 0)
    setOpen(true)
  }

  function close() {
    setOpen(false)
    trigger.current?.focus()
  }

  function choose(at: number) {
    const choice = found[at]
    if (!choice) return
    onChange(choice[0])
    close()
  }

  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" })
  }, [isOpen, active, id])

  function onTriggerKey(event: KeyboardEvent) {
    const isTyped = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp" && !isTyped) return
    event.preventDefault()
    open(isTyped ? event.key : "")
  }

  function onSearchKey(event: KeyboardEvent) {
    // The Enter that ends a word of an input method is not ours.
    if (event.nativeEvent.isComposing) return
    const last = found.length - 1
    if (event.key === "ArrowDown") setActive(active >= last ? 0 : active + 1)
    else if (event.key === "ArrowUp") setActive(active <= 0 ? last : active - 1)
    else if (event.key === "PageDown") setActive(Math.min(last, active + 8))
    else if (event.key === "PageUp") setActive(Math.max(0, active - 8))
    else if (event.key === "Enter") choose(active)
    else if (event.key === "Escape") close()
    else if (event.key === "Tab") {
      // The next place is the one after the box, not after the popup.
      close()
      return
    } else return
    // Prevented too, or the dialog around it would close as well.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        role="combobox"
        className={popupCss.box}
        aria-labelledby={`${labelId} ${id}-value`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        onClick={() => (isOpen ? close() : open(""))}
        onKeyDown={onTriggerKey}
      >
        <span id={`${id}-value`} className={classes(css.words, !chosen && css.none)}>
          {chosen?.[1] ?? placeholder}
        </span>
        <Icon name="down" sizePx={16} />
      </button>
      {isOpen && (
        <div ref={popup} className={popupCss.popup}>
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed into
            autoFocus
            role="combobox"
            className={css.search}
            aria-label="搜索"
            aria-expanded="true"
            aria-autocomplete="list"
            aria-controls={`${id}-list`}
            aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setActive(0)
            }}
            onKeyDown={onSearchKey}
          />
          <div id={`${id}-list`} role="listbox" aria-labelledby={labelId} className={css.list}>
            {found.map(([key, words], at) => (
              // Keys are the search box's; a pointer presses here without taking the focus away from it.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus
              <div
                key={key}
                id={`${id}-${at}`}
                role="option"
                aria-selected={key === value}
                data-active={at === active ? "" : undefined}
                className={css.option}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(at)}
              >
                {words}
              </div>
            ))}
          </div>
          {found.length === 0 && (
            <p role="status" className={css.nothing}>
              没有匹配的选项
            </p>
          )}
        </div>
      )}
    </>
  )
}
