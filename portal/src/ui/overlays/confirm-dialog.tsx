import { useState, type ReactNode } from "react"
import { Button } from "../forms/button.tsx"
import { closesWhenBroken } from "../feedback/closes-when-broken.tsx"
import { Icon } from "../navigation/icon.tsx"
import { Modal } from "./modal.tsx"
import { Spinner } from "../feedback/spinner.tsx"
import css from "./confirm-dialog.module.css"

interface ConfirmDialogProps {
  readonly title: string
  readonly words: ReactNode
  readonly confirm: string
  /** What leaves everything as it is. */
  readonly cancel?: string
  /** `danger`: what goes is gone. */
  readonly look?: "primary" | "danger"
  /** The sentence of a failure; null when it is done. */
  readonly onConfirm: () => Promise<string | null>
  readonly onClose: () => void
}

/** Confirms something that can't be undone. It stays open until it is done, and shows a failure. */
export const ConfirmDialog = closesWhenBroken(function ConfirmDialog({
  title,
  words,
  confirm,
  cancel = "取消",
  look = "primary",
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function go() {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const wrong = await onConfirm()
      if (wrong === null) onClose()
      else setProblem(wrong)
    } finally {
      setBusy(false)
    }
  }
  const close = () => {
    if (!isBusy) onClose()
  }

  return (
    <Modal label={title} place="middle" onClose={close} className={css.dialog}>
      <div className={css.head}>
        <span className={css.mark}>
          <Icon name="caution" sizePx={22} />
        </span>
        <div>
          <h2>{title}</h2>
          <p className={css.words}>{words}</p>
        </div>
      </div>
      {problem && (
        <p className={css.problem} role="alert">
          <Icon name="danger" sizePx={16} />
          {problem}
        </p>
      )}
      <div className={css.actions}>
        <Button disabled={isBusy} onClick={close}>
          {cancel}
        </Button>
        <Button look={look} aria-busy={isBusy} onClick={() => void go()}>
          {isBusy && <Spinner sizePx={16} />}
          {confirm}
        </Button>
      </div>
    </Modal>
  )
})
