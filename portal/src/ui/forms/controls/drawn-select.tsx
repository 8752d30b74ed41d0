import { Fragment, useEffect, useId, useRef, useState, type KeyboardEvent } from "react"
import { Icon } from "../../navigation/icon.tsx"
import popupCss from "../../overlays/popup.module.css"
import { usePopup } from "../../overlays/use-popup.ts"
import { classes } from "../../theme/classes.ts"
import { useInvalid } from "../field-problem.ts"
import boxCss from "./control-box.module.css"
import { isTypedKey, movedOption, nextWithPrefix } from "./select-keys.ts"
import type { SelectProps } from "./select-props.ts"
import css from "./select.module.css"

/** With so many choices there is a search above the list. */
const searchedFrom = 9

/** One choice out of several: a button that opens a list (WAI-ARIA's select-only combobox), and a search in what it opens where the list is long. */
export function DrawnSelect<Key extends string | number | null>({
  id,
  label,
  value,
  choices,
  placeholder = "请选择",
  isDisabled = false,
  isBusy = false,
  onChange,
}: SelectProps<Key>) {
  const ownId = useId()
  const invalid = useInvalid()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState("")
  const [active, setActive] = useState(0)
  const trigger = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const isSearched = choices.length >= searchedFrom
  const found = choices.filter(([, words]) => words.toLowerCase().includes(text.trim().toLowerCase()))
  const chosen = choices.find(([key]) => key === value)
  usePopup({ isOpen, anchor: trigger, popup, onClose: () => setOpen(false) })

  function open(typed = "") {
    setText(isSearched ? typed : "")
    const at = choices.findIndex(([key]) => key === value)
    const first = Math.max(0, at)
    const labels = choices.map(([, words]) => words)
    setActive(typed === "" ? first : isSearched ? 0 : (nextWithPrefix(labels, typed, first) ?? first))
    setOpen(true)
  }

  function close() {
    setOpen(false)
    trigger.current?.focus()
  }

  function choose(at: number) {
    const choice = found[at]
    if (!choice) return
    if (choice[0] !== value) onChange(choice[0])
    close()
  }

  useEffect(() => {
    if (isOpen) document.getElementById(`${ownId}-${active}`)?.scrollIntoView?.({ block: "nearest" })
  }, [isOpen, active, ownId])

  function onClosedKey(event: KeyboardEvent) {
    const isTyped = isTypedKey(event.nativeEvent)
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp" && !isTyped) return
    event.preventDefault()
    open(isTyped ? event.key : "")
  }

  function onOpenKey(event: KeyboardEvent) {
    // The Enter that ends a word of an input method is not ours.
    if (event.nativeEvent.isComposing) return
    const moved = movedOption(event.key, active, found.length)
    if (moved !== null) setActive(moved)
    else if (event.key === "Enter" || (event.key === " " && !isSearched)) choose(active)
    else if (event.key === "Escape") close()
    else if (event.key === "Tab") {
      // Tab leads to the element after the box, not after the popup.
      close()
      return
    } else if (!isSearched && (event.key === "Home" || event.key === "End"))
      setActive(event.key === "Home" ? 0 : found.length - 1)
    else if (!isSearched && isTypedKey(event.nativeEvent))
      setActive(
        nextWithPrefix(
          found.map(([, words]) => words),
          event.key,
          active,
        ) ?? active,
      )
    else return
    // Prevented too, or the dialog around it would close as well.
    event.preventDefault()
    event.stopPropagation()
  }

  const listId = `${ownId}-list`
  const activeId = found[active] ? `${ownId}-${active}` : undefined
  return (
    <>
      <button
        ref={trigger}
        id={id}
        type="button"
        role="combobox"
        className={boxCss.box}
        disabled={isDisabled}
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-busy={isBusy}
        {...invalid}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && !isSearched ? activeId : undefined}
        onClick={() => (isOpen ? close() : open())}
        onKeyDown={isOpen ? onOpenKey : onClosedKey}
        onBlur={({ relatedTarget }) => {
          // In a long list the search has the focus.
          if (!isSearched && relatedTarget && !popup.current?.contains(relatedTarget)) setOpen(false)
        }}
      >
        <span className={classes(css.text, !chosen && css.none)}>{chosen?.[1] ?? placeholder}</span>
        <Icon name="down" sizePx={16} />
      </button>
      {isOpen && (
        <div ref={popup} className={popupCss.popup}>
          {isSearched && (
            <input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed into
              autoFocus
              role="combobox"
              className={css.search}
              aria-label="搜索选项"
              placeholder="搜索"
              aria-expanded="true"
              aria-autocomplete="list"
              aria-controls={listId}
              aria-activedescendant={activeId}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setActive(0)
              }}
              onKeyDown={onOpenKey}
            />
          )}
          <div id={listId} role="listbox" aria-label={label ?? "选项"} className={boxCss.list}>
            {found.map(([key, words, group], at) => (
              <Fragment key={key}>
                {group !== undefined && group !== found[at - 1]?.[2] && (
                  <div className={css.group} role="presentation">
                    {group}
                  </div>
                )}
                {/* The box keeps the focus and gets the keys; a pointer presses here without taking it. */}
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus */}
                <div
                  id={`${ownId}-${at}`}
                  role="option"
                  aria-selected={key === value}
                  data-active={at === active ? "" : undefined}
                  className={boxCss.option}
                  onPointerDown={(event) => event.preventDefault()}
                  onPointerMove={() => at !== active && setActive(at)}
                  onClick={() => choose(at)}
                >
                  {words}
                </div>
              </Fragment>
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
