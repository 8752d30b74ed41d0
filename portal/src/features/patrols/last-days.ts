const shanghaiOffsetMs = 8 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

/** The days (Asia/Shanghai) up to and with today. */
export function lastDays(days: number, nowMs: number): { readonly from: string; readonly to: string } {
  const at = (ms: number) => new Date(ms + shanghaiOffsetMs).toISOString().slice(0, 10)
  return { from: at(nowMs - (days - 1) * dayMs), to: at(nowMs) }
}
