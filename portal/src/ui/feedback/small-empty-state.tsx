import { Button } from "../forms/button.tsx"
import { Icon, type IconName } from "../navigation/icon.tsx"
import css from "./small-empty-state.module.css"

interface SmallEmptyStateProps {
  readonly icon: IconName
  readonly words: string
  readonly action?: string
  readonly onAction?: () => unknown
  readonly isAlert?: boolean
}

/** The empty state of a small card, which has no room for `EmptyState`. */
export function SmallEmptyState({ icon, words, action, onAction, isAlert }: SmallEmptyStateProps) {
  return (
    <div className={css.state} role={isAlert ? "alert" : undefined}>
      <span className={css.mark}>
        <Icon name={icon} sizePx={20} />
      </span>
      <p>{words}</p>
      {action && <Button onClick={() => void onAction?.()}>{action}</Button>}
    </div>
  )
}
