/** A month as a calendar shows it: whole weeks from Monday on. Days are `2026-11-15`. */
export interface MonthGrid {
  readonly month: string
  readonly weeks: readonly (readonly string[])[]
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

function atNoon(day: string): number {
  return Date.parse(`${day}T12:00:00Z`)
}

export function daysLater(day: string, days: number): string {
  return new Date(atNoon(day) + days * dayMs).toISOString().slice(0, 10)
}

export function monthGrid(month: string): MonthGrid {
  const first = `${month}-01`
  const weekday = (new Date(atNoon(first)).getUTCDay() + 6) % 7
  const from = daysLater(first, -weekday)
  const weeks: string[][] = []
  for (let at = from; weeks.length === 0 || at.slice(0, 7) <= month; at = daysLater(at, 7))
    weeks.push(Array.from({ length: 7 }, (_, no) => daysLater(at, no)))
  return { month, weeks, from, to: weeks.at(-1)?.at(-1) ?? from }
}

export function monthsLater(month: string, months: number): string {
  const [year = 0, no = 1] = month.split("-").map(Number)
  return new Date(Date.UTC(year, no - 1 + months, 15)).toISOString().slice(0, 7)
}

/** The same day of another month, or its last. */
function sameDayIn(day: string, months: number): string {
  const month = monthsLater(day.slice(0, 7), months)
  const last = daysLater(`${monthsLater(month, 1)}-01`, -1)
  const wanted = `${month}-${day.slice(8)}`
  return wanted > last ? last : wanted
}

/** Where a key leads in the grid; null: it leads nowhere. */
export function dayAfterKey(day: string, key: string): string | null {
  const weekday = (new Date(atNoon(day)).getUTCDay() + 6) % 7
  switch (key) {
    case "ArrowLeft":
      return daysLater(day, -1)
    case "ArrowRight":
      return daysLater(day, 1)
    case "ArrowUp":
      return daysLater(day, -7)
    case "ArrowDown":
      return daysLater(day, 7)
    case "Home":
      return daysLater(day, -weekday)
    case "End":
      return daysLater(day, 6 - weekday)
    case "PageUp":
      return sameDayIn(day, -1)
    case "PageDown":
      return sameDayIn(day, 1)
    default:
      return null
  }
}
