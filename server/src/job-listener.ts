import type { Logger } from "pino"
import type { Database } from "./db/open.ts"
import { countJobRun } from "./metrics/count-job-run.ts"
import { jobRunNotes } from "./scheduler/job-runs.ts"
import type { FinishedRun } from "./scheduler/run-jobs.ts"

/** OPS-2, OPS-3: what is told of each run of a job: to the log, to the metrics and to the other processes. */
export function jobListener(log: Logger, database: Database): (run: FinishedRun) => void {
  const note = jobRunNotes(database)
  return (run) => {
    countJobRun(run)
    const { name, everyMs, error } = run
    const ms = Math.round(run.ms)
    if (error === undefined) log.debug({ job: name, ms }, `The job ${name} has run`)
    else
      log.error({ job: name, ms, err: error }, `The job ${name} failed; it runs again in ${everyMs / 1000} s`)
    note(run).catch((second: unknown) => {
      // A job that failed because the database is away has its line already.
      if (error === undefined)
        log.warn({ job: name, err: second }, `The run of the job ${name} could not be noted`)
    })
  }
}
