import { Button } from "../forms/button.tsx"
import { Icon } from "../navigation/icon.tsx"
import css from "./stale-note.module.css"

interface StaleNoteProps {
  /** When the shown data was loaded, as text. */
  readonly moment: string
  readonly onRetry: () => unknown
}

/** Above data from before the connection was lost: old numbers must not look new. */
export function StaleNote({ moment, onRetry }: StaleNoteProps) {
  return (
    <p className={css.note} role="alert">
      <Icon name="caution" sizePx={16} />
      <span>连接中断，以下是{moment}的情况，可能已经变化</span>
      <Button onClick={() => void onRetry()}>重试</Button>
    </p>
  )
}
