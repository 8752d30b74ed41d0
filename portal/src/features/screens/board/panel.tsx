import type { ReactNode } from "react"
import { Icon, type IconName } from "../../../ui/navigation/icon.tsx"
import css from "./panel.module.css"

interface PanelProps {
  readonly title: string
  /** How many there are. */
  readonly total: number
  /** What stands at the right of the title. */
  readonly note?: ReactNode
  readonly page?: number
  readonly pages?: number
  readonly children: ReactNode
}

export function Panel({ title, total, note, page = 0, pages = 1, children }: PanelProps) {
  return (
    <section className={css.panel} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <b>{total}</b>
        <div className={css.note}>{note}</div>
        {pages > 1 && (
          <p className={css.pages} aria-label={`第 ${page + 1} 页，共 ${pages} 页`}>
            {page + 1} / {pages}
          </p>
        )}
      </header>
      <div className={css.body}>{children}</div>
    </section>
  )
}

interface CalmProps {
  readonly icon: IconName
  readonly title: string
  readonly words?: string
}

/** Nothing is the good news. */
export function Calm({ icon, title, words }: CalmProps) {
  return (
    <div className={css.calm}>
      <Icon name={icon} />
      <p>{title}</p>
      {words !== undefined && <span>{words}</span>}
    </div>
  )
}
