const shanghaiOffsetMs = 8 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

export const periods = {
  today: "今天",
  week: "近7天",
  month: "近30天",
  all: "全部时间",
  chosen: "自定义",
} as const
export type Period = keyof typeof periods

/** Days as `2026-11-15`; empty: no bound on that side. */
export interface ChosenDays {
  readonly from: string
  readonly to: string
}

interface Bounds {
  readonly starttime?: string
  readonly endtime?: string
}

function dayAt(ms: number): string {
  return new Date(ms + shanghaiOffsetMs).toISOString().slice(0, 10)
}

const daysBack = { today: 0, week: 6, month: 29 } as const

/** The bounds of a period as moments. A day is China's day, and the last one counts to its end. */
export function boundsOf(period: Period, chosen: ChosenDays, nowMs: number): Bounds {
  if (period === "all") return {}
  if (period !== "chosen") return { starttime: `${dayAt(nowMs - daysBack[period] * dayMs)} 00:00:00` }
  // Swapped days are put in order.
  const [from, to] =
    chosen.from && chosen.to && chosen.from > chosen.to ? [chosen.to, chosen.from] : [chosen.from, chosen.to]
  return {
    ...(from && { starttime: `${from} 00:00:00` }),
    ...(to && { endtime: `${to} 23:59:59` }),
  }
}
