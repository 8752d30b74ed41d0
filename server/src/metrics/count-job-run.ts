import { jobDuration, jobInterval, jobLastError, jobLastRun, jobLastSuccess, jobRuns } from "./registry.ts"

/**
 * Told at the start, so that Prometheus misses a job whose first run never ends: all else of it is known only after a run.
 */
export function expectJobs(jobs: readonly { readonly name: string; readonly everyMs: number }[]): void {
  for (const { name, everyMs } of jobs) jobInterval.labels(name).set(everyMs / 1000)
}

interface Run {
  readonly name: string
  readonly everyMs: number
  readonly startedAt: Date
  readonly ms: number
  readonly error?: unknown
}

export function countJobRun({ name, everyMs, startedAt, ms, error }: Run): void {
  const endedS = (startedAt.getTime() + ms) / 1000
  const hasFailed = error !== undefined
  jobRuns.labels(name, hasFailed ? "failed" : "ok").inc()
  jobLastRun.labels(name).set(endedS)
  jobInterval.labels(name).set(everyMs / 1000)
  jobDuration.labels(name).set(ms / 1000)
  if (hasFailed) jobLastError.labels(name).set(endedS)
  else jobLastSuccess.labels(name).set(endedS)
}
