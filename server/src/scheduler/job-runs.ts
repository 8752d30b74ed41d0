import { hostname } from "node:os"
import { asc, sql } from "drizzle-orm"
import type { Database, Db } from "../db/open.ts"
import { jobRun } from "../db/schema/logs.ts"
import { unrestricted } from "../db/scope.ts"
import { errorReason } from "../errors/logged-error.ts"
import type { FinishedRun } from "./run-jobs.ts"

/** What became of one job, over all processes. */
export interface LastJobRun {
  readonly name: string
  readonly lastStartedAt: Date
  /** Null: it has not succeeded yet. */
  readonly lastOkAt: Date | null
  readonly lastErrorAt: Date | null
  /** The sentence of that error, without values. */
  readonly lastError: string | null
}

/** OPS-2, OPS-4: the last runs of each job that has run, by name. Processes that ended a week ago are forgotten. */
export async function lastJobRuns(db: Db): Promise<LastJobRun[]> {
  const rows = await db
    .select({
      name: jobRun.name,
      lastStartedAt: sql`max(${jobRun.startedAt})`.mapWith(jobRun.startedAt),
      lastOkAt: sql`max(${jobRun.okAt})`.mapWith(jobRun.okAt),
      lastErrorAt: sql`max(${jobRun.errorAt})`.mapWith(jobRun.errorAt),
      lastError: sql<
        string | null
      >`(array_agg(${jobRun.error} order by ${jobRun.errorAt} desc nulls last))[1]`,
    })
    .from(jobRun)
    .groupBy(jobRun.name)
    .orderBy(asc(jobRun.name))
  return rows
}

/** Most jobs find nothing to do every few seconds: each run as a write would keep an idle database busy. */
const notedEveryMs = 60_000

/**
 * Writes the runs of this process into the database, where every process and the status page read them: failures and the first
 * success after one at once, further successes once a minute. Rejects where that fails.
 */
export function jobRunNotes(
  database: Database,
  process: string = processName(),
): (run: FinishedRun) => Promise<void> {
  const noted = new Map<string, { readonly atMs: number; readonly hasFailed: boolean }>()
  return async (run) => {
    const { name, startedAt, ms, error } = run
    const hasFailed = error !== undefined
    const before = noted.get(name)
    const endedAt = new Date(startedAt.getTime() + ms)
    const isRepeated = before !== undefined && !before.hasFailed && !hasFailed
    if (isRepeated && endedAt.getTime() - before.atMs < notedEveryMs) return
    const result = hasFailed
      ? { errorAt: endedAt, error: errorReason(error).slice(0, longestError) }
      : { okAt: endedAt }
    await database.transaction(unrestricted, (db) =>
      db
        .insert(jobRun)
        .values({ name, process, startedAt, endedAt, ...result })
        .onConflictDoUpdate({
          target: [jobRun.name, jobRun.process],
          set: { startedAt, endedAt, ...result },
        }),
    )
    noted.set(name, { atMs: endedAt.getTime(), hasFailed })
  }
}

const longestError = 500

function processName(): string {
  return `${hostname()}/${globalThis.process.pid}`
}
