export interface RunningQueue {
  /** There is something to deliver. */
  nudge(): void
  /** Waits for what is under way. */
  stop(): Promise<void>
}

interface Queue {
  /** Delivers some of what is due; true: there may be more at once. */
  readonly deliver: () => Promise<boolean>
  readonly onFailure: (error: unknown) => void
}

const pollEveryMs = 1000
const complainEveryMs = 60_000

/** For a queue that is a table: delivers what is due, at once after `nudge` and every second otherwise (another process may have queued it). */
export function runQueue({ deliver, onFailure }: Queue): RunningQueue {
  let running: Promise<void> | null = null
  let isAskedAgain = false
  const stopping = new AbortController()
  const { signal } = stopping
  let complainedAtMs = Number.NEGATIVE_INFINITY

  /** A database that is away fails each second: one line a minute says so. */
  const failed = (error: unknown) => {
    const nowMs = performance.now()
    if (signal.aborted || nowMs - complainedAtMs < complainEveryMs) return false
    complainedAtMs = nowMs
    onFailure(error)
    return false
  }
  const runs = async () => {
    do {
      isAskedAgain = false
      // After a failure the next run delivers.
      while ((await deliver().catch(failed)) && !signal.aborted);
    } while (isAskedAgain && !signal.aborted)
  }
  const nudge = () => {
    isAskedAgain = true
    if (signal.aborted) return
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
      await running
    },
  }
}
