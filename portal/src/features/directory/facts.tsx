import { inThousands } from "../../ui/format/in-thousands.ts"
import type { ReactNode } from "react"
import css from "./directory.module.css"

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Few numbers, large. */
export function Numbers({ of }: { readonly of: readonly (readonly [label: string, count: number])[] }) {
  return (
    <ul className={css.numbers}>
      {of.map(([label, count]) => (
        <li key={label}>
          <strong>{inThousands(count)}</strong>
          <span>{label}</span>
        </li>
      ))}
    </ul>
  )
}

interface PanelHeadProps {
  readonly name: string
  /** What it stands below. */
  readonly path: readonly string[]
  readonly tags: ReactNode
  readonly children: ReactNode
}

export function PanelHead({ name, path, tags, children }: PanelHeadProps) {
  return (
    <header className={css.panelHead}>
      <div>
        {path.length > 0 && <p className={css.path}>{path.join(" / ")}</p>}
        <h2>
          {name}
          <span className={css.tags}>{tags}</span>
        </h2>
      </div>
      <div className={css.acts}>{children}</div>
    </header>
  )
}
