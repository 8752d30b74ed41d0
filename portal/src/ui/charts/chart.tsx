import { useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { Link } from "../navigation/link.tsx"
import type { ChartEngine } from "./chart-engine.ts"
import type { ChartFacts } from "./chart-facts.ts"
import { csvOf } from "../data/csv.ts"
import { Icon } from "../navigation/icon.tsx"
import { useThemeName } from "../theme/theme-choice.ts"
import css from "./chart.module.css"

interface ChartProps extends ChartFacts {
  /** What it shows; also the file's name. */
  readonly label: string
  /** The heading of the names. */
  readonly across: string
  /** Where the number at this name leads. */
  readonly placeOf?: (at: number) => string
  readonly onSave: (name: string, csv: string) => void
}

/** HOME-2: a chart with the table behind it, and both as a file. */
export function Chart({ label, across, placeOf, onSave, ...facts }: ChartProps) {
  const [shows, setShows] = useState<"chart" | "table">("chart")
  const { names, series, unit } = facts
  const titles = series.map(({ name }) => `${name}（${unit}）`)

  function save() {
    const rows = names.map((name, at) => [name, ...series.map(({ values }) => values[at] ?? 0)])
    onSave(`${label}.csv`, csvOf([[across, ...titles], ...rows]))
  }

  return (
    <figure className={css.figure}>
      <figcaption className={css.bar}>
        <span className="only-read-aloud">{label}</span>
        <span className={css.switch} role="group" aria-label={`${label}的显示方式`}>
          <button type="button" aria-pressed={shows === "chart"} onClick={() => setShows("chart")}>
            <Icon name="chart" sizePx={14} />
            图表
          </button>
          <button type="button" aria-pressed={shows === "table"} onClick={() => setShows("table")}>
            <Icon name="table" sizePx={14} />
            表格
          </button>
        </span>
        <button type="button" className={css.save} onClick={save}>
          <Icon name="download" sizePx={14} />
          导出
        </button>
      </figcaption>
      {shows === "chart" ? (
        <Drawing facts={facts} label={label} placeOf={placeOf} onTable={() => setShows("table")} />
      ) : (
        // Whoever has no pointer scrolls it by the arrows.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={css.scroll} tabIndex={0} role="group" aria-label={`${label}，表格`}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{across}</th>
                {titles.map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names.map((name, at) => (
                <tr key={`${at} ${name}`}>
                  <th scope="row">{placeOf ? <Link to={placeOf(at)}>{name}</Link> : name}</th>
                  {series.map(({ name: of, values }) => (
                    <td key={of}>{values[at] ?? 0}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  )
}

const laterMs = 300

interface DrawingProps {
  readonly facts: ChartFacts
  readonly label: string
  readonly placeOf: ((at: number) => string) | undefined
  readonly onTable: () => void
}

/** The engine is heavy: it is loaded after the page is painted, and without it there is still the table. */
function Drawing({ facts, label, placeOf, onTable }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null)
  const [engine, setEngine] = useState<ChartEngine | "failed" | null>(null)
  const theme = useThemeName()
  const navigate = useNavigate()
  const open = useRef<(at: number) => void>(() => undefined)
  useEffect(() => {
    open.current = (at) => placeOf && void navigate(placeOf(at))
  })

  useEffect(() => {
    let isOver = false
    // It would compete with requests that people wait for.
    const timer = setTimeout(() => {
      import("./chart-engine.ts").then(
        (loaded) => !isOver && setEngine({ draw: loaded.draw }),
        (error: unknown) => {
          console.error("The charts can't be loaded", error)
          if (!isOver) setEngine("failed")
        },
      )
    }, laterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])

  const takeAway = useRef(() => {})
  useEffect(() => () => takeAway.current(), [])
  const written = JSON.stringify(facts)
  const canOpen = placeOf !== undefined
  useEffect(() => {
    if (engine === null || engine === "failed") return
    // One after the other: several at once would delay a click on a slow machine.
    const timer = setTimeout(() => {
      if (!place.current) return
      takeAway.current()
      takeAway.current = engine.draw(place.current, {
        facts: JSON.parse(written) as ChartFacts,
        theme,
        onOpen: canOpen ? (at) => open.current(at) : null,
      })
    })
    return () => clearTimeout(timer)
  }, [engine, written, theme, canOpen])

  if (engine === "failed")
    return (
      <p className={css.failed}>
        图表加载失败，
        <button type="button" onClick={onTable}>
          查看表格
        </button>
      </p>
    )
  return <div ref={place} className={css.drawing} role="img" aria-label={`${label}，数据见表格`} />
}
