import type { ReactNode } from "react"
import { Link } from "../navigation/link.tsx"
import { classes } from "../theme/classes.ts"
import { CountBadge, type Badge } from "../marks/count-badge.tsx"
import { Icon, type IconName } from "../navigation/icon.tsx"
import css from "./tile.module.css"

export function TileGrid({ children }: { readonly children: ReactNode }) {
  return <ul className={css.grid}>{children}</ul>
}

interface TileProps {
  readonly to: string
  readonly icon: IconName
  readonly title: string
  readonly words?: string
  /** On its mark. */
  readonly badge?: Badge | undefined
  /** At its right end, outside of the link: a star. */
  readonly end?: ReactNode
}

/** A tile that links to a page. */
export function Tile({ to, icon, title, words, badge, end }: TileProps) {
  return (
    <li className={css.place}>
      <Link to={to} className={classes(css.tile, end !== undefined && css.hasEnd)} title={title}>
        <span className={css.mark}>
          <Icon name={icon} sizePx={20} />
          {badge && <CountBadge badge={badge} className={css.badge} />}
        </span>
        <span className={css.words}>
          <b>{title}</b>
          {words && <small>{words}</small>}
        </span>
      </Link>
      {end && <div className={css.end}>{end}</div>}
    </li>
  )
}
