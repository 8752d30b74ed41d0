import type { ReactNode } from "react"
import css from "./item-cards.module.css"

/** A few things as cards: plans, schemes. */
export function ItemCards({ children }: { readonly children: ReactNode }) {
  return <ul className={css.cards}>{children}</ul>
}

interface ItemCardProps {
  readonly title: string
  /** Beside the title. */
  readonly mark?: ReactNode
  /** Its actions, at the bottom. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

export function ItemCard({ title, mark, foot, children }: ItemCardProps) {
  return (
    <li className={css.card}>
      <div className={css.head}>
        <h2>{title}</h2>
        {mark}
      </div>
      {children}
      {foot && <div className={css.foot}>{foot}</div>}
    </li>
  )
}
