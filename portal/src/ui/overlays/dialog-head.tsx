import { Button } from "../forms/button.tsx"
import { Icon } from "../navigation/icon.tsx"
import css from "./dialog-head.module.css"

interface DialogHeadProps {
  readonly title: string
  readonly words?: string | null
  /** It can't be closed before the answer. */
  readonly isHeld?: boolean
  readonly onClose: () => void
}

/** No `header`: outside of `main` that is the banner of the whole page, which the shell has already. */
export function DialogHead({ title, words = null, isHeld = false, onClose }: DialogHeadProps) {
  return (
    <div className={css.head}>
      <hgroup>
        <h2>{title}</h2>
        {words !== null && <p>{words}</p>}
      </hgroup>
      <Button
        look="quiet"
        aria-label="关闭"
        title="关闭（Esc）"
        aria-disabled={isHeld || undefined}
        onClick={onClose}
      >
        <Icon name="close" />
      </Button>
    </div>
  )
}
