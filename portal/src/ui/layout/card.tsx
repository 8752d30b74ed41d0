import { useId, type ReactNode } from "react"
import { ErrorBoundary } from "../feedback/error-boundary.tsx"
import { classes } from "../theme/classes.ts"
import { Icon, type IconName } from "../navigation/icon.tsx"
import { SmallEmptyState } from "../feedback/small-empty-state.tsx"
import css from "./card.module.css"

interface CardProps {
  readonly title: string
  readonly icon: IconName
  /** One sentence below the title. */
  readonly words?: ReactNode
  /** At the right of the title. */
  readonly actions?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Card({ title, icon, words, actions, className, children }: CardProps) {
  const id = useId()
  return (
    <section className={classes(css.card, className)} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>
          <Icon name={icon} />
          {title}
        </h2>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
      {words && <p className={css.words}>{words}</p>}
      <ErrorBoundary
        place={`card ${title}`}
        renderBroken={(retry) => (
          <SmallEmptyState isAlert icon="caution" words="内容无法显示" action="重试" onAction={retry} />
        )}
      >
        {children}
      </ErrorBoundary>
    </section>
  )
}
