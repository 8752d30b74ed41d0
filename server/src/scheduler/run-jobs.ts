import { performance } from "node:perf_hooks"
import type { Database } from "../db/open.ts"

export interface Job {
  /** For the log, where it fails. */
  readonly name: string
  readonly everyMs: number
  /** Several processes may run it at the same time. */
  readonly work: (database: Database) => Promise<unknown>
}

export interface FinishedRun extends Pick<Job, "name" | "everyMs"> {
  readonly startedAt: Date
  readonly ms: number
  /** Undefined: it succeeded. */
  readonly error?: unknown
}

export interface RunningJobs {
  /** No run begins after this. One that is under way may lose its database, and that is not worth a warning. */
  stop(): void
}

/** Runs each job at its own interval, whatever the others do. `onRun` is told of every run, failed ones above all. */
export function runJobs(
  jobs: readonly Job[],
  database: Database,
  onRun: (run: FinishedRun) => void,
): RunningJobs {
  let isStopped = false
  const run = async ({ name, everyMs, work }: Job) => {
    const startedAt = new Date()
    const beganMs = performance.now()
    let failure: { readonly error?: unknown } = {}
    try {
      await work(database)
    } catch (error) {
      // Also where it threw nothing: it has failed.
      failure = { error: error ?? new Error("It failed without an error") }
    }
    if (!isStopped) onRun({ name, everyMs, startedAt, ms: performance.now() - beganMs, ...failure })
  }
  const timers = jobs.map((job) => setInterval(() => void run(job), job.everyMs).unref())
  return {
    stop() {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
    },
  }
}
