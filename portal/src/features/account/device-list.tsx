import type { ReactNode } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Bar } from "../../ui/feedback/skeleton.tsx"
import css from "./account.module.css"

const phones = /Android|iOS|HarmonyOS/

interface DeviceRowProps {
  readonly browser: string
  readonly tags: ReactNode
  readonly facts: readonly ReactNode[]
  readonly action: ReactNode
}

/** One browser somewhere, with what may be done about it. */
export function DeviceRow({ browser, tags, facts, action }: DeviceRowProps) {
  return (
    <li className={css.device}>
      <span className={css.mark}>
        <Icon name={phones.test(browser) ? "phone" : "screen"} sizePx={20} />
      </span>
      <div className={css.about}>
        <p className={css.browser}>
          <b>{browser}</b>
          {tags}
        </p>
        <p className={css.facts}>
          {facts.map((fact, at) => (
            // The facts of a row never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={at}>{fact}</span>
          ))}
        </p>
      </div>
      {action}
    </li>
  )
}

export function When({ at }: { readonly at: string }) {
  return (
    <time dateTime={`${at.replace(" ", "T")}+08:00`} title={at}>
      {formatMoment(at, nowMs())}
    </time>
  )
}

export function DevicesSkeleton({ rows }: { readonly rows: number }) {
  return (
    <Delayed>
      <div className={css.waiting} role="status">
        <span className="only-read-aloud">正在加载…</span>
        {Array.from({ length: rows }, (_, at) => (
          <Bar key={at} heightPx={52} />
        ))}
      </div>
    </Delayed>
  )
}
