import type { ReactNode } from "react"
import { Row } from "../primitives/row.tsx"
import { Stack } from "../primitives/stack.tsx"
import css from "./measure.module.css"

/** Centred, while something is running. */
export function Waiting({ children }: { readonly children: ReactNode }) {
  return (
    <Stack gap={16} padY={32} className={css.waiting}>
      {children}
    </Stack>
  )
}

interface MeasureProps {
  readonly label: string
  readonly words: string
  /** From 0 to 1; null: unknown. */
  readonly done: number | null
}

/** Progress as a bar and as text. */
export function Measure({ label, words, done }: MeasureProps) {
  const percent = done === null ? undefined : Math.round(done * 100)
  return (
    <Stack gap={8} className={css.measure}>
      <div
        className={css.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuetext={words}
        data-unknown={percent === undefined || undefined}
      >
        <i style={percent === undefined ? undefined : { width: `${percent}%` }} />
      </div>
      <Row as="p" gap={12} justify="between" figures breaks>
        <span>{words}</span>
        {percent !== undefined && <b>{percent}%</b>}
      </Row>
    </Stack>
  )
}
