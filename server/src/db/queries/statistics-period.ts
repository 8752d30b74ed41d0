import { statisticsLimits } from "@uc/contract/core/statistics-period"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../open.ts"
import { asMoment } from "./wire-moment.ts"

/** Two moments of the wire; both ends count. */
export interface Period {
  readonly from: string
  readonly to: string
}

const dayMs = 24 * 60 * 60 * 1000

/** A wire moment read as if it were UTC: only days are counted with it. */
function plainMs(moment: string): number {
  return Date.parse(`${moment.replace(" ", "T")}Z`)
}

function plainDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** By default the last 30 days. Null: too long to be shown day by day. */
export async function statisticsPeriod(
  db: Db,
  { starttime, endtime }: { starttime?: string | undefined; endtime?: string | undefined },
): Promise<Period | null> {
  const to = endtime ?? (await nowOnWire(db))
  const from = starttime ?? `${plainDay(plainMs(to) - (statisticsLimits.days - 1) * dayMs)} 00:00:00`
  return plainMs(to) - plainMs(from) > statisticsLimits.longestDays * dayMs ? null : { from, to }
}

async function nowOnWire(db: Db): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`select ${asMoment(sql`now()`)} as now`)
  return rows[0]?.now ?? ""
}

/** Every day of a period, also those on which nothing happened. */
export function daysOf({ from, to }: Period): string[] {
  const last = plainMs(`${to.slice(0, 10)} 00:00:00`)
  const days: string[] = []
  for (let at = plainMs(`${from.slice(0, 10)} 00:00:00`); at <= last; at += dayMs) days.push(plainDay(at))
  return days
}

interface Span {
  readonly from: string
  /** Exclusive. */
  readonly until: string
}

/** A period as whole days or months, which have stored sums, and the rest at its ends. */
export interface SplitPeriod {
  readonly whole: Span | null
  readonly edges: readonly Span[]
}

export function splitBy(unit: "day" | "month", { from, to }: Period): SplitPeriod {
  // Both ends count, and the wire knows whole seconds.
  const until = new Date(plainMs(to) + 1000).toISOString().slice(0, 19).replace("T", " ")
  return splitSpan(unit, { from, until })
}

export function splitSpan(unit: "day" | "month", { from, until }: Span): SplitPeriod {
  if (from >= until) return { whole: null, edges: [] }
  const first = startOf(unit, from) === from ? from : startOfNext(unit, from)
  const last = startOf(unit, until)
  if (first >= last) return { whole: null, edges: [{ from, until }] }
  const edges = [
    { from, until: first },
    { from: last, until },
  ]
  return { whole: { from: first, until: last }, edges: edges.filter((edge) => edge.from < edge.until) }
}

function startOf(unit: "day" | "month", moment: string): string {
  return `${unit === "day" ? moment.slice(0, 10) : `${moment.slice(0, 7)}-01`} 00:00:00`
}

function startOfNext(unit: "day" | "month", moment: string): string {
  const start = plainMs(startOf(unit, moment))
  return startOf(unit, `${plainDay(start + (unit === "day" ? 1 : 31) * dayMs)} 00:00:00`)
}

/** A moment of the wire as the database's. */
export function momentOf(wire: string): SQL {
  return sql`(${wire}::timestamp at time zone 'Asia/Shanghai')`
}
