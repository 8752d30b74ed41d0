import type { Database } from "../db/open.ts"

export interface Job {
  /** For the log, where it fails. */
  readonly name: string
  readonly everyMs: number
  /** Several processes may run it at the same time. */
  readonly work: (database: Database) => Promise<unknown>
}

export interface RunningJobs {
  /** No run begins after this. One that is under way may lose its database, and that is not worth a warning. */
  stop(): void
}

/** Runs each job at its own interval, whatever the others do. */
export function runJobs(
  jobs: readonly Job[],
  database: Database,
  warn: (message: string, error: unknown) => void,
): RunningJobs {
  let isStopped = false
  const run = async ({ name, everyMs, work }: Job) => {
    try {
      await work(database)
    } catch (error) {
      if (!isStopped) warn(`The job ${name} failed; it runs again in ${everyMs / 1000} s`, error)
    }
  }
  const timers = jobs.map((job) => setInterval(() => void run(job), job.everyMs).unref())
  return {
    stop() {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
    },
  }
}
