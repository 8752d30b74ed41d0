import { Icon } from "../navigation/icon.tsx"
import css from "./reveal-button.module.css"

/** At the end of a box: shows a password as text, and back. */
export function RevealButton({
  isRevealed,
  onToggle,
}: {
  readonly isRevealed: boolean
  readonly onToggle: () => void
}) {
  return (
    <button
      type="button"
      className={css.reveal}
      aria-label="显示密码"
      aria-pressed={isRevealed}
      onClick={onToggle}
    >
      <Icon name={isRevealed ? "eye-off" : "eye"} />
    </button>
  )
}
