/** The day in China, whatever the computer's time zone. */
const shanghaiOffsetMs = 8 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

function dayAt(ms: number): string {
  return new Date(ms + shanghaiOffsetMs).toISOString().slice(0, 10)
}

/** `2026-11-15 14:05:09` as it is on the wire; `今天 14:05`, `昨天 14:05`, `明天 14:05`, `11月3日 14:05`, `2025年11月3日 14:05`. */
export function formatMoment(moment: string, nowMs: number, { withSeconds = false } = {}): string {
  const day = moment.slice(0, 10)
  const time = moment.slice(11, withSeconds ? 19 : 16)
  if (day === dayAt(nowMs)) return `今天 ${time}`
  if (day === dayAt(nowMs - dayMs)) return `昨天 ${time}`
  if (day === dayAt(nowMs + dayMs)) return `明天 ${time}`
  const [year, month, date] = day.split("-").map(Number)
  const isThisYear = dayAt(nowMs).startsWith(`${year}-`)
  return `${isThisYear ? "" : `${year}年`}${month}月${date}日 ${time}`
}

/** As it would be on the wire, to the second. */
export function momentAt(ms: number): string {
  return new Date(ms + shanghaiOffsetMs).toISOString().slice(0, 19).replace("T", " ")
}

/** The same of a moment that the browser's own clock gave. */
export function formatMilliseconds(ms: number, nowMs: number): string {
  return formatMoment(momentAt(ms), nowMs)
}
