import type { ReactNode } from "react"
import { Button } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Modal } from "../../ui/modal.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import css from "./drill-dialog.module.css"

interface DrillDialogProps {
  readonly title: string
  readonly mark?: ReactNode
  readonly confirm: string
  readonly look?: "primary" | "danger"
  readonly isBusy: boolean
  readonly problem: string | null
  readonly heightPx: number
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The frame of this page's forms: what is typed is not lost by a slip, and a refusal stands beside the button. */
export function DrillDialog({
  title,
  mark,
  confirm,
  look = "primary",
  isBusy,
  problem,
  heightPx,
  onSubmit,
  onClose,
  children,
}: DrillDialogProps) {
  return (
    <Modal
      label={title}
      place="window"
      sizePx={{ width: 600, height: heightPx }}
      staysBeside
      onClose={onClose}
    >
      {mark}
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <header className={css.head}>
          <h2>{title}</h2>
          <Button look="quiet" aria-label="关闭" onClick={onClose}>
            <Icon name="close" />
          </Button>
        </header>
        <div className={css.body}>{children}</div>
        <footer className={css.foot}>
          {problem && (
            <p className={css.problem} role="alert">
              <Icon name="danger" sizePx={16} />
              {problem}
            </p>
          )}
          <div className={css.actions}>
            <Button onClick={onClose}>取消</Button>
            <Button type="submit" look={look} aria-busy={isBusy}>
              {isBusy && <Spinner sizePx={16} />}
              {confirm}
            </Button>
          </div>
        </footer>
      </form>
    </Modal>
  )
}

interface FieldProps {
  readonly label: string
  readonly id: string
  readonly hint?: ReactNode
  readonly children: ReactNode
}

export function Field({ label, id, hint, children }: FieldProps) {
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && <p className={css.hint}>{hint}</p>}
    </div>
  )
}
