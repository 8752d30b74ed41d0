import { statisticsLimits } from "@uc/contract/statistics"
import { sql } from "drizzle-orm"
import type { Db } from "./open.ts"
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

/** The last 30 days where nothing is said. Null: too long to be shown day by day. */
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
