import { useEffect, useLayoutEffect, useRef, type RefObject } from "react"
import { createPortal } from "react-dom"
import { useTopDialog } from "../overlays/open-dialogs.ts"
import { classes } from "../theme/classes.ts"
import { Icon, type IconName } from "../navigation/icon.tsx"
import css from "./toast-host.module.css"

export interface ShownToast {
  readonly id: number
  readonly kind: "success" | "error" | "warning" | "info"
  readonly text: string
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined
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

/**
 * The live region stays in the page while it is empty: a screen reader announces only changes of a region that it knows.
 * While a dialog is open it is inside the topmost one, because everything outside is inert and not read.
 */
export function ToastHost({ toasts, onClose }: ToastHostProps) {
  const host = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const dialog = useTopDialog()

  // Above everything else in the top layer, also what came there later.
  const newest = toasts[toasts.length - 1]?.id
  useEffect(() => {
    if (newest !== undefined) raise(host.current)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies react/exhaustive-deps -- in another dialog it is another element
  }, [newest, dialog])

  const region = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only remembers where the focus came from
    <div
      ref={host}
      className={css.host}
      role="log"
      aria-live="polite"
      aria-label="消息"
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
    >
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} cameFrom={cameFrom} onClose={onClose} />
      ))}
    </div>
  )
  return dialog ? createPortal(region, dialog) : region
}

interface ToastProps {
  readonly toast: ShownToast
  readonly cameFrom: RefObject<Element | null>
  readonly onClose: (id: number) => void
}

function Toast({ toast: { id, kind, text, action }, cameFrom, onClose }: ToastProps) {
  const box = useRef<HTMLDivElement>(null)

  // Before it is removed from the document, or the focus would be lost: to the next one, else back to where it came from.
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const beside = element.nextElementSibling ?? element.previousElementSibling
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the newest is what is wanted
      const target = beside?.querySelector("button") ?? cameFrom.current
      if (target instanceof HTMLElement) target.focus()
    }
  }, [cameFrom])

  return (
    <div ref={box} className={classes(css.toast, css[kind])}>
      <Icon name={marks[kind].icon} />
      <span className="only-read-aloud">{marks[kind].word}：</span>
      <p>{text}</p>
      {action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            onClose(id)
            action.onPress()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={css.close} aria-label="关闭消息" onClick={() => onClose(id)}>
        <Icon name="close" sizePx={14} />
      </button>
    </div>
  )
}

/** Into the browser's top layer, where the last one is on top. */
function raise(host: HTMLElement | null): void {
  // Disconnected: its dialog has just closed, and it is rendered again at the end of the document.
  if (!host?.isConnected || !("showPopover" in host)) return
  // Not from the beginning: a browser that knows the attribute but not the layer would hide it.
  host.popover = "manual"
  if (host.matches(":popover-open")) host.hidePopover()
  host.showPopover()
}
