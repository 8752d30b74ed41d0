import type { LiveDrill } from "@uc/contract/drills/calls"

/** `12:05`, and with hours `1:02:05`: a clock that runs. */
export function runningTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (part: number) => String(part).padStart(2, "0")
  const hours = Math.floor(whole / 3600)
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** `12分5秒`: how long it took. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return [
    ...(hours > 0 ? [`${hours}小时`] : []),
    ...(hours > 0 || minutes > 0 ? [`${minutes}分`] : []),
    `${whole % 60}秒`,
  ].join("")
}

/** A moment of the wire, which is Shanghai's. */
export function momentMs(moment: string): number {
  return Date.parse(`${moment.replace(" ", "T")}+08:00`)
}

/** By the server's clock at the answer plus the time since: right also with a wrong clock here. */
export function secondsSince(
  begunAt: string,
  answered: { readonly now: string; readonly atMs: number },
  nowAtMs: number,
): number {
  return (momentMs(answered.now) - momentMs(begunAt) + nowAtMs - answered.atMs) / 1000
}

export interface Round {
  readonly key: string
  /** Null: one organisation's alone, which can't be ended as a round. */
  readonly round: string | null
  readonly first: LiveDrill
  readonly drills: readonly LiveDrill[]
  readonly confirmed: number
  readonly people: number
}

/** Drills that were started together stand together, in the server's order. */
export function roundsOf(items: readonly LiveDrill[]): readonly Round[] {
  const groups = new Map<string, [LiveDrill, ...LiveDrill[]]>()
  for (const item of items) {
    const key = item.round ?? `drill-${item.id}`
    const others = groups.get(key)
    if (others) others.push(item)
    else groups.set(key, [item])
  }
  const sum = (drills: readonly LiveDrill[], of: "confirmed" | "people") =>
    drills.reduce((total, drill) => total + drill[of], 0)
  return [...groups].map(([key, drills]) => ({
    key,
    round: drills[0].round,
    first: drills[0],
    drills,
    confirmed: sum(drills, "confirmed"),
    people: sum(drills, "people"),
  }))
}

/** Shanghai's. */
export function yearAt(nowAtMs: number): number {
  return new Date(nowAtMs + 8 * 60 * 60 * 1000).getUTCFullYear()
}
