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

/** A page: title, purpose, and its parts below one another. */
export function Page({ title, words, actions, children }: PageProps) {
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>{title}</h1>
          {words && <p>{words}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** The background of a page's list. */
export function Sheet({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css.sheet}>
      <div className={css.panel}>{children}</div>
    </div>
  )
}

/** The same with tabs above. */
export function TabSheet<Key extends string>({ children, ...tabs }: TabsProps<Key>) {
  return (
    <div className={css.sheet}>
      <Tabs {...tabs}>
        <div className={css.panel}>{children}</div>
      </Tabs>
    </div>
  )
}
