import { useEffect, useId, useRef, useState } from "react"
import { Icon } from "../ui/icon.tsx"
import css from "./shell-header.module.css"

/** Until notices are there it says so; no count is shown, because none is known. */
export function ShellNotices() {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    function onPress(event: PointerEvent) {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener("pointerdown", onPress)
    return () => document.removeEventListener("pointerdown", onPress)
  }, [isOpen])

  return (
    <div
      ref={anchor}
      className={css.notices}
      role="presentation"
      onKeyDown={(event) => {
        if (event.key === "Escape") setOpen(false)
      }}
    >
      <button
        type="button"
        className={css.tool}
        aria-label="通知"
        title="通知"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="bell" />
      </button>
      {isOpen && (
        <div id={id} className={css.bubble} role="status">
          <b>通知</b>
          <p>通知功能正在建设，开放后，新的通知会出现在这里。</p>
        </div>
      )}
    </div>
  )
}
