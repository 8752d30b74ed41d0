import css from "./measure.module.css"

interface MeasureProps {
  readonly label: string
  readonly words: string
  /** From 0 to 1; null: it can't be known. */
  readonly done: number | null
}

/** How far it is, as a bar and in words. */
export function Measure({ label, words, done }: MeasureProps) {
  const percent = done === null ? undefined : Math.round(done * 100)
  return (
    <div className={css.measure}>
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
      <p>
        <span>{words}</span>
        {percent !== undefined && <b>{percent}%</b>}
      </p>
    </div>
  )
}
