import { backupLimits, type BackupReason, type BackupState } from "@uc/contract/backups/last-backup"
import { sql } from "drizzle-orm"
import { backupSilence } from "../../db/backup-facts.ts"
import type { Db } from "../../db/open.ts"

/** The newest backup and the newest good one, for administrators of the platform. */
export async function lastBackup(db: Db): Promise<BackupState> {
  const { rows } = await db.execute<{ state: BackupState }>(sql`
    with newest as (
      select case when state = 'running' and seen_at < now() - ${backupSilence} then 'interrupted' else state end as state,
        to_char(coalesce(finished_at, started_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at,
        bytes, is_verified as "isVerified", reason
      from backup_run order by started_at desc limit 1
    ), good as (select max(finished_at) as at from backup_run where state = 'done')
    select json_build_object(
      'last', (select row_to_json(newest) from newest),
      'goodAt', to_char(good.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'),
      'isOld', coalesce(good.at < now() - make_interval(hours => ${backupLimits.oldAfterHours}::int), true)
    ) as state from good`)
  const [found] = rows
  if (!found) throw new Error("The backups could not be read")
  return found.state
}

const longestTries = 5

/**
 * The id of the day's backup, for the one process that makes it; null: it is not time, another one does or has done it. One
 * that failed is tried again an hour later, one whose process has ended at once.
 */
export async function claimBackup(db: Db, fromHour: number): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into backup_run as known (day, state)
    select (now() at time zone 'Asia/Shanghai')::date, 'running'
    where extract(hour from now() at time zone 'Asia/Shanghai') >= ${fromHour}::int
    on conflict (day) do update set state = 'running', attempts = known.attempts + 1, started_at = now(), seen_at = now(),
      finished_at = null, reason = null
    where known.attempts < ${longestTries}::int
      and (known.state = 'running' and known.seen_at < now() - ${backupSilence}
        or known.state = 'failed' and known.finished_at < now() - interval '1 hour')
    returning id::text`)
  return rows[0]?.id ?? null
}

export async function stillMaking(db: Db, id: string): Promise<void> {
  await db.execute(sql`update backup_run set seen_at = now() where id = ${id}::bigint and state = 'running'`)
}

/** Its process stops: another one, or the next start, makes it. */
export async function handBack(db: Db, id: string): Promise<void> {
  await db.execute(sql`update backup_run set seen_at = now() - ${backupSilence} * 2, attempts = attempts - 1
    where id = ${id}::bigint and state = 'running'`)
}

interface Outcome {
  readonly file: string | null
  readonly bytes: number | null
  readonly rows: number | null
  readonly reason: BackupReason | null
}

export async function finishBackup(
  db: Db,
  id: string,
  { file, bytes, rows, reason }: Outcome,
): Promise<void> {
  await db.execute(sql`update backup_run
    set state = ${reason === null ? "done" : "failed"}, finished_at = now(), file = ${file}, bytes = ${bytes}::bigint,
      rows = ${rows}::bigint, is_verified = ${reason === null}, reason = ${reason}
    where id = ${id}::bigint`)
}
