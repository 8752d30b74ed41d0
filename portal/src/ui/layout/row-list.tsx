import type { ReactNode } from "react"
import { Link } from "react-router"
import css from "./row-list.module.css"

export interface ListedRow {
  readonly key: string
  /** An address of the portal, or of another site. */
  readonly to: string
  /** It opens in a window of its own. */
  readonly isOutside?: true
  readonly title: string
  /** Before the title: a tag, an icon. */
  readonly mark?: ReactNode
  /** Small, at the right. */
  readonly aside?: ReactNode
  /** Small, below. */
  readonly words?: ReactNode
}

/** A short list of links in a card. */
export function RowList({ label, rows }: { readonly label: string; readonly rows: readonly ListedRow[] }) {
  return (
    <ul className={css.list} aria-label={label}>
      {rows.map(({ key, to, isOutside, title, mark, aside, words }) => (
        <li key={key}>
          <Link
            to={to}
            className={css.row}
            {...(isOutside && { target: "_blank", rel: "noopener noreferrer" })}
          >
            {mark}
            <span className={css.title} title={title}>
              {title}
              {words && <small>{words}</small>}
            </span>
            {aside && <span className={css.aside}>{aside}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
