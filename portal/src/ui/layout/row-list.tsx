import { useRef, type ReactNode } from "react"
import { Link } from "../navigation/link.tsx"
import { classes } from "../theme/classes.ts"
import { useWholeRows } from "./use-whole-rows.ts"
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

interface RowListProps {
  readonly label: string
  readonly rows: readonly ListedRow[]
  /** In a card whose own link leads to all: rows that do not fit into it whole are left out. */
  readonly isShortened?: boolean
}

/** A short list of links in a card. */
export function RowList({ label, rows, isShortened = false }: RowListProps) {
  const list = useRef<HTMLUListElement>(null)
  useWholeRows(list, isShortened)
  return (
    <ul ref={list} className={classes(css.list, isShortened && css.shortened)} aria-label={label}>
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
