import { setMaxListeners } from "node:events"

export interface RunningQueue {
  /** There is something to deliver. */
  nudge(): void
  /** Waits for what is under way; after `graceMs` it is told to end. */
  stop(): Promise<void>
}

interface Queue {
  /** Delivers some of what is due; true: there may be more at once. It ends with the signal, and its calls to others too. */
  readonly deliver: (signal: AbortSignal) => Promise<boolean>
  /** What `deliver` has begun and not waited for. */
  readonly underWay?: () => Promise<unknown>
  readonly onFailure: (error: unknown) => void
  /** Whoever answers as usual has answered within this time, and is not told a second time by another process. */
  readonly graceMs?: number
}

const pollEveryMs = 1000
const complainEveryMs = 60_000

/** For a queue that is a table: delivers what is due, at once after `nudge` and every second otherwise (another process may have queued it). */
export function runQueue({ deliver, underWay, onFailure, graceMs = 1000 }: Queue): RunningQueue {
  let running: Promise<void> | null = null
  let isAskedAgain = false
  const stopping = new AbortController()
  const ending = new AbortController()
  // Everything that is under way listens to it.
  setMaxListeners(0, ending.signal)
  let complainedAtMs = Number.NEGATIVE_INFINITY

  /** A database that is away fails each second: one line a minute says so. */
  const failed = (error: unknown) => {
    const nowMs = performance.now()
    if (stopping.signal.aborted || nowMs - complainedAtMs < complainEveryMs) return false
    complainedAtMs = nowMs
    onFailure(error)
    return false
  }
  const runs = async () => {
    do {
      isAskedAgain = false
      // After a failure the next run delivers.
      while ((await deliver(ending.signal).catch(failed)) && !stopping.signal.aborted);
    } while (isAskedAgain && !stopping.signal.aborted)
  }
  const nudge = () => {
    isAskedAgain = true
    if (stopping.signal.aborted) return
    running ??= runs().finally(() => {
      running = null
    })
  }
  const timer = setInterval(nudge, pollEveryMs)
  nudge()
  return {
    nudge,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      const grace = setTimeout(() => ending.abort(new Error("the queue is being stopped")), graceMs)
      await running
      await underWay?.()
      clearTimeout(grace)
    },
  }
}
