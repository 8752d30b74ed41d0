const shanghaiOffsetMs = 8 * 3_600_000
const dayMs = 24 * 3_600_000

/** China's day, so many days from now. */
export function dayIn(days: number, nowMs: number): string {
  return new Date(nowMs + shanghaiOffsetMs + days * dayMs).toISOString().slice(0, 10)
}

export function laterOf(one: string, other: string): string {
  return one > other ? one : other
}
