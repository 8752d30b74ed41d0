import type { ReactNode } from "react"
import { Art, type ArtName } from "./art.tsx"
import { classes } from "../theme/classes.ts"
import css from "./empty-state.module.css"

interface EmptyStateProps {
  readonly art: ArtName
  readonly title: string
  readonly words?: ReactNode
  readonly badge?: ReactNode
  readonly list?: ReactNode
  readonly actions?: ReactNode
  /** A whole page: its heading is an h1, and it stands lower than inside a card. */
  readonly isPage?: boolean
  readonly isAlert?: boolean
}

/** What a list, card or page shows when it has no data: empty, failed, not there (yet). */
export function EmptyState({ art, title, words, badge, list, actions, isPage, isAlert }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2"
  return (
    <div className={classes(css.state, isPage && css.tall)} role={isAlert ? "alert" : undefined}>
      <Art name={art} className={css.picture} />
      {badge && <span className={css.badge}>{badge}</span>}
      <Heading>{title}</Heading>
      {words && <p className={css.words}>{words}</p>}
      {list && <ul className={css.list}>{list}</ul>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}
