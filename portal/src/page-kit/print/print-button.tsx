import { useEffect, useState, type ReactNode } from "react"
import { createPortal } from "react-dom"
import { nowMs } from "../../platform/browser/clock.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { useUser } from "../../platform/session/session.ts"
import { Button } from "../../ui/forms/button.tsx"
import { momentAt } from "../../ui/format/moment-in-words.ts"
import css from "./print.module.css"

interface PrintButtonProps<T> {
  /** On top of the first sheet. */
  readonly title: string
  /** What is printed beside what the screen has. */
  readonly load?: () => Promise<T>
  /** Drawn for the printer alone. */
  readonly children: (loaded: T | undefined) => ReactNode
}

/**
 * DAY-13: prints a view of its own, without the shell, buttons and colours of the screen. It stands beside the portal's
 * root, which is hidden from the printer while it is there, dialogs included.
 */
export function PrintButton<T = undefined>({ title, load, children }: PrintButtonProps<T>) {
  const [printed, setPrinted] = useState<{ readonly loaded: T | undefined } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const user = useUser()
  useEffect(() => {
    if (printed === null) return
    const root = document.documentElement
    root.dataset["printing"] = ""
    const end = () => setPrinted(null)
    window.addEventListener("afterprint", end)
    window.print()
    return () => {
      window.removeEventListener("afterprint", end)
      delete root.dataset["printing"]
    }
  }, [printed])

  async function print() {
    if (isBusy) return
    setBusy(true)
    try {
      // Another object each time: a browser that never tells the end of a print prints again all the same.
      setPrinted({ loaded: await load?.() })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button aria-busy={isBusy} onClick={() => void print()}>
        打印
      </Button>
      {printed &&
        createPortal(
          <div data-print="" className={css.sheet}>
            <h1>{title}</h1>
            <p>
              {user && `${user.orgname} ${user.nickname}　`}
              {momentAt(nowMs()).slice(0, 16)} 打印
            </p>
            {children(printed.loaded)}
          </div>,
          document.body,
        )}
    </>
  )
}
