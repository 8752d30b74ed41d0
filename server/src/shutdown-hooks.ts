import { performance } from "node:perf_hooks"
import { errorText } from "./errors/logged-error.ts"

/** Ends something; at `untilMs`, on the clock of `performance`, it cuts off what still runs. */
type Step = (untilMs: number) => Promise<void>

export interface ShutdownHooks {
  /** Adds a step of the shutdown; the last one added runs first. */
  push(step: Step): void
  /** How long all steps together may take. */
  allow(ms: number): void
  take(exitCode: number): Promise<void>
  isTaken(): boolean
}

/** One Ctrl-C under npm gives two signals: the terminal's and the one that npm passes on. */
const sameSignalMs = 500
const signals = { SIGINT: 2, SIGTERM: 15 } as const

/**
 * How the process ends (BARE-16): step by step on the first signal, at once on the second, and at the latest when the time
 * is over. Made before anything else: Ctrl-C while the demo data is made must not leave a database running.
 */
export function shutdownHooks(complain = (line: string) => console.error(line)): ShutdownHooks {
  const steps: Step[] = []
  let allowedMs = 8000
  let takenAtMs: number | null = null

  /** Starts the remaining steps without waiting for them: the embedded database then ends by itself. */
  const endAtOnce = (exitCode: number): never => {
    for (const step of steps.splice(0).toReversed()) void step(performance.now()).catch(() => {})
    process.exit(exitCode)
  }
  const take = async (exitCode: number) => {
    if (takenAtMs !== null) return
    takenAtMs = performance.now()
    setTimeout(() => {
      complain(`Not ended within ${allowedMs / 1000} s (STOP_WITHIN_S): what still runs is cut off.`)
      endAtOnce(exitCode)
    }, allowedMs)
    // The last eighth is for what comes after the requests, which is the database.
    const untilMs = takenAtMs + (allowedMs * 7) / 8
    try {
      for (let step = steps.pop(); step; step = steps.pop()) await step(untilMs)
    } catch (error) {
      complain(errorText(error))
      process.exit(1)
    }
    process.exit(exitCode)
  }
  for (const [signal, number] of Object.entries(signals))
    process.on(signal, () => {
      if (takenAtMs === null) void take(0)
      else if (performance.now() - takenAtMs > sameSignalMs) endAtOnce(128 + number)
    })
  return {
    push: (step) => void steps.push(step),
    allow: (ms) => (allowedMs = ms),
    take,
    isTaken: () => takenAtMs !== null,
  }
}
