import type { MadeBackup } from "../../db/backup/make-backup.ts"
import { totalRows } from "../../db/backup/site-source.ts"
import { ownConnection } from "../../db/own-connection.ts"

/** A standby can't be written to, and a database that is not migrated yet has no such table. */
const unwritable = ["25006", "42P01"]

/** A backup by the command is shown on the manage page as the nightly ones are. False: it can't be recorded there. */
export async function recordBackup(
  url: string,
  { file, bytes, sums }: MadeBackup,
  isVerified: boolean,
): Promise<boolean> {
  const client = await ownConnection({ connectionString: url })
  try {
    await client.query(
      `insert into backup_run (state, finished_at, file, bytes, rows, is_verified) values ('done', now(), $1, $2, $3, $4)`,
      [file, bytes, totalRows(sums), isVerified],
    )
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && unwritable.includes(String(error.code))) return false
    throw error
  } finally {
    await client.end()
  }
}
