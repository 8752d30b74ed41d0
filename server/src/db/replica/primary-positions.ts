import { laterOf, type LogPosition } from "./log-position.ts"

/** A replica that is further behind is not used. */
const mostBehindMs = 10_000
const eachMs = 1000

/** How far a replica must have come to be used. */
export interface PrimaryPositions {
  /** Null: not known now. */
  required(): LogPosition | null
  /** Something was announced: what follows must not be answered from before it. */
  noteEvent(): void
  stop(): void
}

/**
 * Asks the primary each second how far it is. A replica that has reached where the primary was 10 s ago is at most so far behind,
 * whatever the clocks say and however little is written.
 */
export function primaryPositions(
  ask: () => Promise<LogPosition>,
  nowMs: () => number = () => performance.now(),
): PrimaryPositions {
  let samples: { readonly atMs: number; readonly position: LogPosition }[] = []
  let events = 0
  let askedFor = -1
  let ofEvent: LogPosition | null = null
  let asking = false

  const sample = async () => {
    if (asking) return
    asking = true
    const before = events
    const atMs = nowMs()
    try {
      const position = await ask()
      samples.push({ atMs, position })
      // One that is old enough is kept: it is the one that counts.
      const firstRecent = samples.findIndex((each) => each.atMs > atMs - mostBehindMs)
      if (firstRecent > 1) samples = samples.slice(firstRecent - 1)
      ofEvent = before === askedFor ? ofEvent : position
      askedFor = before
    } catch {
      // The primary is away: what was known grows old.
    } finally {
      asking = false
    }
    if (events > askedFor && samples.at(-1)?.atMs === atMs) void sample()
  }
  const timer = setInterval(() => void sample(), eachMs)
  timer.unref()
  void sample()

  return {
    required() {
      if (events > askedFor) return null
      const now = nowMs()
      const newest = samples.at(-1)
      if (!newest || now - newest.atMs > mostBehindMs) return null
      const counting = samples.findLast((each) => now - each.atMs >= mostBehindMs) ?? samples[0]
      return counting ? laterOf(counting.position, ofEvent) : null
    },
    noteEvent() {
      events += 1
      void sample()
    },
    stop: () => clearInterval(timer),
  }
}
