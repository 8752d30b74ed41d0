import type { ReactNode } from "react"
import { Link } from "react-router"
import { Icon, type IconName } from "./icon.tsx"
import css from "./tile.module.css"

export function TileGrid({ children }: { readonly children: ReactNode }) {
  return <ul className={css.grid}>{children}</ul>
}

interface TileProps {
  readonly to: string
  readonly icon: IconName
  readonly title: string
  readonly words?: string
}

/** One place to go. */
export function Tile({ to, icon, title, words }: TileProps) {
  return (
    <li>
      <Link to={to} className={css.tile} title={title}>
        <span className={css.mark}>
          <Icon name={icon} sizePx={20} />
        </span>
        <span className={css.words}>
          <b>{title}</b>
          {words && <small>{words}</small>}
        </span>
      </Link>
    </li>
  )
}
