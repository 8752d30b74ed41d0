/** Days are `2026-03-05` everywhere; the arithmetic is in UTC, where every day has 24 hours. */

const shanghaiOffsetMs = 8 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The day in China, whatever the computer's time zone. */
export function dayInChina(nowMs: number): string {
  return dayOf(new Date(nowMs + shanghaiOffsetMs))
}

export function plusDays(day: string, count: number): string {
  return dayOf(new Date(dateOf(day).getTime() + count * dayMs))
}

/** The same day of another month, or its last one where there is none. */
export function plusMonths(day: string, count: number): string {
  const date = dateOf(day)
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date.getUTCDate(), last))
  return dayOf(first)
}

/** 0 is Monday. */
export function weekday(day: string): number {
  return (dateOf(day).getUTCDay() + 6) % 7
}

/** Six weeks, so that no month is higher than another. */
export function weeksAround(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`
  const start = plusDays(first, -weekday(first))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => plusDays(start, week * 7 + at)),
  )
}

export function formatDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number)
  return `${year}年${month}月${date}日`
}

/** What people type: 2026-3-5, 2026/03/05, 2026.3.5, 20260305, 2026年3月5日. Null: it is no day. */
export function parseDay(text: string): string | null {
  const typed = text.trim()
  const parts =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(typed) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(typed)
  if (!parts) return null
  const [, year = "", month = "", date = ""] = parts
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`
  const time = dateOf(day).getTime()
  // JavaScript takes 31 February for a day of March.
  return !Number.isNaN(time) && dayOf(new Date(time)) === day ? day : null
}
