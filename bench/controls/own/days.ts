/** Days are `2026-03-05` everywhere; the arithmetic is in UTC, where every day has 24 hours. */

const day = (iso: string) => new Date(`${iso}T00:00:00Z`)
const isoOf = (date: Date) => date.toISOString().slice(0, 10)

export function todayHere(now = new Date()): string {
  return isoOf(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())))
}

export function plusDays(iso: string, count: number): string {
  return isoOf(new Date(day(iso).getTime() + count * 86_400_000))
}

/** The same day of another month, or its last one where there is none. */
export function plusMonths(iso: string, count: number): string {
  const date = day(iso)
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date.getUTCDate(), last))
  return isoOf(first)
}

/** 0 is Monday. */
export const weekday = (iso: string) => (day(iso).getUTCDay() + 6) % 7

/** Six weeks, so that no month is higher than another. */
export function weeksAround(iso: string): string[][] {
  const first = `${iso.slice(0, 8)}01`
  const start = plusDays(first, -weekday(first))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => plusDays(start, week * 7 + at)),
  )
}

export function inWords(iso: string): string {
  const [year, month, date] = iso.split("-").map(Number)
  return `${year}年${month}月${date}日`
}

/** What people type: 2026-3-5, 2026/03/05, 2026.3.5, 20260305, 2026年3月5日. Null: it is no day. */
export function parseDay(text: string): string | null {
  const found =
    /^(\d{4})\D(\d{1,2})\D(\d{1,2})日?$/.exec(text.trim()) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim())
  if (!found) return null
  const [, year = "", month = "", date = ""] = found
  const iso = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`
  const time = day(iso).getTime()
  // 31 February is a day for JavaScript, another one.
  return !Number.isNaN(time) && isoOf(new Date(time)) === iso ? iso : null
}
