import { Delayed } from "../layout/delayed.tsx"
import css from "./skeleton.module.css"

export function Bar({
  width = "100%",
  heightPx = 16,
}: {
  readonly width?: number | string
  readonly heightPx?: number
}) {
  return <span className={css.bar} style={{ width, height: heightPx }} />
}

/** The outline of a page that is loading. */
export function PageSkeleton({ cards = 8 }: { readonly cards?: number }) {
  return (
    <Delayed>
      <div className={css.page} role="status">
        <span className="only-read-aloud">正在加载…</span>
        <Bar width="100%" heightPx={96} />
        <CardsSkeleton count={cards} />
      </div>
    </Delayed>
  )
}

/** Rows, or parts of a page, that are loading. */
export function BarsSkeleton({ heightsPx }: { readonly heightsPx: readonly number[] }) {
  return (
    <Delayed>
      <div className={css.bars} role="status">
        <span className="only-read-aloud">正在加载…</span>
        {heightsPx.map((heightPx, at) => (
          <Bar key={at} heightPx={heightPx} />
        ))}
      </div>
    </Delayed>
  )
}

export function CardsSkeleton({ count }: { readonly count: number }) {
  return (
    <div className={css.cards} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <Bar key={at} heightPx={92} />
      ))}
    </div>
  )
}
