import type { ReactNode } from "react"
import { Tabs, type TabsProps } from "./tabs.tsx"
import css from "./page.module.css"

interface PageProps {
  readonly title: string
  readonly words: ReactNode
  /** Beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of work: what it is, what it is for, and its parts below one another. */
export function Page({ title, words, actions, children }: PageProps) {
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>{title}</h1>
          <p>{words}</p>
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** The ground that a page's list stands on. */
export function Sheet({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css.sheet}>
      <div className={css.panel}>{children}</div>
    </div>
  )
}

/** The same with tabs above what belongs to them. */
export function TabSheet<Key extends string>({ children, ...tabs }: TabsProps<Key>) {
  return (
    <div className={css.sheet}>
      <Tabs {...tabs}>
        <div className={css.panel}>{children}</div>
      </Tabs>
    </div>
  )
}
