import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react"
import { isTypedKey, nextWithPrefix } from "../forms/controls/select-keys.ts"
import { classes } from "../theme/classes.ts"
import { Icon, type IconName } from "../navigation/icon.tsx"
import css from "./popup-menu.module.css"
import popupCss from "./popup.module.css"
import { usePopup } from "./use-popup.ts"

export interface PopupEntry {
  readonly key: string
  readonly label: string
  readonly icon: IconName
  /** Given: the entries are alternatives, one of which is current. */
  readonly isChosen?: boolean
  readonly onPick: () => void
}

interface PopupMenuProps {
  readonly label: string
  readonly entries: readonly PopupEntry[]
  readonly head?: ReactNode
  readonly children: ReactNode
}

/** The distance between button and popup; and what may cover the bottom of the screen, on a phone. */
const gapPx = 8
const footPx = 64

/**
 * The WAI-ARIA menu button: arrows open and move, Home and End jump, a letter leads to the next entry that begins with
 * it, Escape closes and returns the focus.
 */
export function PopupMenu({ label, entries, head, children }: PopupMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** ArrowUp opens it at its end. */
  const startsAtEnd = useRef(false)
  const listId = useId()

  function items(): readonly HTMLButtonElement[] {
    return [...(list.current?.querySelectorAll("button") ?? [])]
  }

  function close() {
    setOpen(false)
    trigger.current?.focus()
  }

  function open(atEnd: boolean) {
    startsAtEnd.current = atEnd
    setOpen(true)
  }

  usePopup({ isOpen, anchor, popup, align: "end", gapPx, footPx, onClose: () => setOpen(false) })

  useEffect(() => {
    if (!isOpen) return
    const all = [...(list.current?.querySelectorAll("button") ?? [])]
    const chosen = all.find((item) => item.getAttribute("aria-checked") === "true")
    const first = startsAtEnd.current ? all[all.length - 1] : (chosen ?? all[0])
    first?.focus()
  }, [isOpen, list])

  function onKey(event: KeyboardEvent) {
    if (!isOpen) return
    const all = items()
    const at = all.findIndex((item) => item === document.activeElement)
    const targets: Record<string, number> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const labels = entries.map((entry) => entry.label)
    const typed = isTypedKey(event.nativeEvent) ? nextWithPrefix(labels, event.key, at) : null
    const target = targets[event.key] ?? typed
    if (event.key === "Tab") setOpen(false)
    if (event.key === "Escape") {
      // Only the topmost element closes: prevented, or the dialog around it would close as well.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    if (target === null) return
    event.preventDefault()
    all[target]?.focus()
  }

  return (
    <div ref={anchor} className={css.anchor} onKeyDown={onKey} role="presentation">
      <button
        ref={trigger}
        type="button"
        className={css.trigger}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => (isOpen ? setOpen(false) : open(false))}
        onKeyDown={(event) => {
          if (isOpen || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return
          event.preventDefault()
          event.stopPropagation()
          open(event.key === "ArrowUp")
        }}
      >
        {children}
      </button>
      {isOpen && (
        <div ref={popup} className={classes(popupCss.popup, css.popup)}>
          {head && <div className={css.head}>{head}</div>}
          <div ref={list} id={listId} role="menu" aria-label={label}>
            {entries.map((entry) => (
              <button
                key={entry.key}
                type="button"
                tabIndex={-1}
                className={css.entry}
                role={entry.isChosen === undefined ? "menuitem" : "menuitemradio"}
                aria-checked={entry.isChosen}
                onClick={() => {
                  close()
                  entry.onPick()
                }}
              >
                <Icon name={entry.icon} />
                {entry.label}
                {entry.isChosen && (
                  <span className={css.tick}>
                    <Icon name="check" sizePx={16} />
                  </span>
                )}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
