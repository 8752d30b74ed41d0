import { pickerMessages } from "@uc/contract/pickers/pickers"
import type { ReactNode } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Bar } from "../../ui/feedback/skeleton.tsx"
import { keepFocus } from "./keep-focus.ts"
import css from "./picker-states.module.css"

const rows = [62, 48, 55, 40, 66, 44, 52, 58]

/** What can be chosen is on its way. */
export function PickerSkeleton() {
  return (
    <Delayed>
      <div className={css.skeleton} role="status">
        <span className="only-read-aloud">正在加载…</span>
        {rows.map((width) => (
          <div key={width} className={css.row} aria-hidden="true">
            <Bar width={16} />
            <Bar width={`${width}%`} />
          </div>
        ))}
      </div>
    </Delayed>
  )
}

interface PickerEmptyProps {
  readonly title: string
  /** What would be here, and what to do. */
  readonly words?: ReactNode
  readonly actions?: ReactNode
}

export function PickerEmpty({ title, words, actions }: PickerEmptyProps) {
  return (
    <div className={css.face} role="status">
      <Icon name="folder" sizePx={36} />
      <p className={css.title}>{title}</p>
      {words && <p>{words}</p>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

interface PickerErrorProps {
  readonly error: unknown
  /** Without it there is nothing to try again. */
  readonly onRetry?: () => void
}

/** PICK-0: the server's sentence, or ours. */
export function PickerError({ error, onRetry }: PickerErrorProps) {
  const sentence = typeof error === "string" ? error : messageOf(error, pickerMessages.failed)
  return (
    <div className={css.face} role="alert">
      <span className={css.danger}>
        <Icon name="danger" sizePx={36} />
      </span>
      <p className={css.title}>{sentence ?? pickerMessages.failed}</p>
      {onRetry && (
        <div className={css.actions}>
          <Button
            onClick={(event) => {
              keepFocus(event.currentTarget)
              onRetry()
            }}
          >
            <Icon name="retry" sizePx={16} />
            重试
          </Button>
        </div>
      )}
    </div>
  )
}
