import { statusLimits, type StatusProcess } from "@uc/contract/status/calls"
import { desc, eq, gt, sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { processStatus } from "../../db/schema/pepper-mark.ts"
import { unrestricted } from "../../db/scope.ts"

type Noted = Omit<typeof processStatus.$inferInsert, "seenAt">

/** By the database's clock, so that processes with other clocks are not taken for silent. */
const seenAt = sql`now()`

export async function noteProcess(database: Database, noted: Noted): Promise<void> {
  await database.transaction(unrestricted, (db) =>
    db
      .insert(processStatus)
      .values({ ...noted, seenAt })
      .onConflictDoUpdate({ target: processStatus.process, set: { ...noted, seenAt } }),
  )
}

export async function forgetProcess(database: Database, process: string): Promise<void> {
  await database.transaction(unrestricted, (db) =>
    db.delete(processStatus).where(eq(processStatus.process, process)),
  )
}

/** Those that were killed are listed as silent for some minutes; `deleteExpired` removes them later. */
export async function processesOf(db: Db, ownId: string): Promise<StatusProcess[]> {
  const rows = await db
    .select({
      id: processStatus.process,
      host: processStatus.host,
      pid: processStatus.pid,
      version: processStatus.version,
      startedAt: asMoment(processStatus.startedAt),
      seenAt: asMoment(processStatus.seenAt),
      isSilent: sql<boolean>`${processStatus.seenAt} < now() - make_interval(secs => ${statusLimits.silentS})`,
      memoryBytes: processStatus.memoryBytes,
      delayMs: processStatus.delayMs,
      streams: processStatus.streams,
    })
    .from(processStatus)
    .where(gt(processStatus.seenAt, sql`now() - make_interval(mins => ${statusLimits.forgottenMinutes})`))
    .orderBy(desc(processStatus.seenAt), processStatus.process)
    .limit(statusLimits.processes)
  return rows
    .map((row) => ({ ...row, isThis: row.id === ownId }))
    .toSorted((a, b) => Number(b.isSilent) - Number(a.isSilent) || a.id.localeCompare(b.id))
}
