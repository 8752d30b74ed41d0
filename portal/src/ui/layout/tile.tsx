import type { ReactNode } from "react"
import { Link } from "../navigation/link.tsx"
import { classes } from "../theme/classes.ts"
import { CountBadge, type Badge } from "../marks/count-badge.tsx"
import { Icon, type IconName } from "../navigation/icon.tsx"
import css from "./tile.module.css"

export function TileGrid({ children }: { readonly children: ReactNode }) {
  return <ul className={css.grid}>{children}</ul>
}

type Target =
  | { readonly to: string; readonly href?: never }
  /** Of another site: in a window of its own, which learns nothing of this one. */
  | { readonly href: string; readonly to?: never }

interface TileLooks {
  readonly icon: IconName
  readonly title: string
  readonly words?: string
  /** On its mark. */
  readonly badge?: Badge | undefined
  /** At its right end, outside of the link: a star. */
  readonly end?: ReactNode
}

/** A tile that links to a page. */
export function Tile({ to, href, icon, title, words, badge, end }: TileLooks & Target) {
  const looks = { className: classes(css.tile, end !== undefined && css.hasEnd), title }
  const inside = (
    <>
      <span className={css.mark}>
        <Icon name={icon} sizePx={20} />
        {badge && <CountBadge badge={badge} className={css.badge} />}
      </span>
      <span className={css.words}>
        <b>{title}</b>
        {words && <small>{words}</small>}
      </span>
    </>
  )
  return (
    <li className={css.place}>
      {to === undefined ? (
        <a href={href} target="_blank" rel="noopener noreferrer" {...looks}>
          {inside}
        </a>
      ) : (
        <Link to={to} {...looks}>
          {inside}
        </Link>
      )}
      {end && <div className={css.end}>{end}</div>}
    </li>
  )
}
