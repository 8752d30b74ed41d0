import { sql } from "drizzle-orm"
import type { Db } from "./open.ts"

/** Whoever makes a backup and has not been seen for so long has ended. */
export const backupSilence = sql`interval '10 minutes'`

interface BackupFacts {
  readonly lastOkAt: Date | null
  /** Of one that failed, or that whoever made it has left. */
  readonly lastErrorAt: Date | null
  /** Of the newest good one. */
  readonly bytes: number | null
  readonly isVerified: boolean
}

/** For 运行状态 and the metrics. */
export async function backupFacts(db: Db): Promise<BackupFacts> {
  const { rows } = await db.execute<{
    ok: string | null
    failed: string | null
    bytes: number | null
    verified: boolean | null
  }>(sql`
    with good as (select finished_at, bytes, is_verified from backup_run where state = 'done' order by finished_at desc limit 1)
    select good.finished_at as ok, good.bytes::float8 as bytes, good.is_verified as verified, bad.at as failed
    from (select max(coalesce(finished_at, started_at)) as at from backup_run
      where state = 'failed' or (state = 'running' and seen_at < now() - ${backupSilence})) bad
    left join good on true`)
  const [found] = rows
  const asDate = (at: string | null | undefined) => (at ? new Date(at) : null)
  return {
    lastOkAt: asDate(found?.ok),
    lastErrorAt: asDate(found?.failed),
    bytes: found?.bytes ?? null,
    isVerified: found?.verified === true,
  }
}

/** The newest one has failed; one that is being made after it counts only when it has ended. */
export function hasFailedLast({
  lastOkAt,
  lastErrorAt,
}: Pick<BackupFacts, "lastOkAt" | "lastErrorAt">): boolean {
  return lastErrorAt !== null && (lastOkAt === null || lastErrorAt > lastOkAt)
}
