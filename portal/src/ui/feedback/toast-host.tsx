import { useEffect, useRef } from "react"
import { classes } from "../theme/classes.ts"
import { Icon, type IconName } from "../navigation/icon.tsx"
import css from "./toast-host.module.css"

export interface ShownToast {
  readonly id: number
  readonly kind: "success" | "error" | "warning" | "info"
  readonly text: string
}

const marks: Record<ShownToast["kind"], { readonly icon: IconName; readonly word: string }> = {
  success: { icon: "done", word: "成功" },
  error: { icon: "danger", word: "出错" },
  warning: { icon: "caution", word: "注意" },
  info: { icon: "info", word: "提示" },
}

interface ToastHostProps {
  readonly toasts: readonly ShownToast[]
  readonly onClose: (id: number) => void
}

/** The live region stays in the page while it is empty: a reader announces only what comes into one that it knows. */
export function ToastHost({ toasts, onClose }: ToastHostProps) {
  const host = useRef<HTMLDivElement>(null)

  // Above every dialog, also one that opens later: what lies behind a drawer nobody reads.
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    if (newest !== undefined) raise(host.current)
  }, [newest])
  useEffect(() => {
    const onToggle = ({ target }: Event) => {
      if (target instanceof HTMLDialogElement && target.open) raise(host.current)
    }
    // It does not rise by itself.
    document.addEventListener("toggle", onToggle, true)
    return () => document.removeEventListener("toggle", onToggle, true)
  }, [])

  return (
    <div ref={host} className={css.host} role="log" aria-live="polite" aria-label="消息">
      {toasts.map(({ id, kind, text }) => (
        <div key={id} className={classes(css.toast, css[kind])}>
          <Icon name={marks[kind].icon} />
          <span className="only-read-aloud">{marks[kind].word}：</span>
          <p>{text}</p>
          <button type="button" className={css.close} aria-label="关闭消息" onClick={() => onClose(id)}>
            <Icon name="close" sizePx={14} />
          </button>
        </div>
      ))}
    </div>
  )
}

/** Into the browser's top layer; whoever came there last is on top. */
function raise(host: HTMLElement | null): void {
  if (!host || !("showPopover" in host)) return
  // Not from the beginning: who knows the word but not the layer would hide it.
  host.popover = "manual"
  if (host.matches(":popover-open")) host.hidePopover()
  host.showPopover()
}
