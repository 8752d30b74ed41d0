import { existsSync } from "node:fs"
import { readdir, rename, rm, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import type { BackupReason } from "@uc/contract/backups/last-backup"
import { BackupRefusal } from "../../db/backup/backup-refusal.ts"
import { makeBackup, verifyBackup, type BackupOptions } from "../../db/backup/make-backup.ts"
import { totalRows } from "../../db/backup/site-source.ts"
import { noRoom } from "../../db/backup/verify-archive.ts"
import type { Database } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import type { Job } from "../../scheduler/run-jobs.ts"
import { claimBackup, finishBackup, handBack, stillMaking } from "./backups.store.ts"

interface Options extends Omit<BackupOptions, "file" | "signal"> {
  /** Where the scratch database of the verification has its files. */
  readonly dataDir: string
  readonly folder: string
  readonly keep: number
  /** From this hour on, Asia/Shanghai; a site that did not run then makes it at its next start. */
  readonly fromHour?: number
}

export interface NightlyBackup {
  readonly job: Job
  /** Leaves nothing behind: no scratch database that runs on, no half file. */
  stop(): Promise<void>
}

const quietHour = 2
const seenMs = 60_000

/** OPS-1, BACKUP_TO: each night a backup, verified by restoring it; of several processes one makes it. */
export function nightlyBackup(options: Options): NightlyBackup {
  const stopping = new AbortController()
  let making: Promise<void> | null = null
  return {
    job: {
      name: "nightly-backup",
      everyMs: 60_000,
      work: async (database) => {
        // It takes longer than a minute where the site is large.
        if (making || stopping.signal.aborted) return
        making = makeOne(database, options, stopping.signal).finally(() => (making = null))
        await making
      },
    },
    async stop() {
      stopping.abort(new Error("The process stops"))
      await making?.catch(() => {})
    },
  }
}

async function makeOne(database: Database, options: Options, signal: AbortSignal): Promise<void> {
  const { folder, keep, fromHour = quietHour } = options
  const id = await database.transaction(unrestricted, (db) => claimBackup(db, fromHour))
  if (id === null) return
  const seen = setInterval(() => {
    database.transaction(unrestricted, (db) => stillMaking(db, id)).catch(() => {})
  }, seenMs)
  let made: Awaited<ReturnType<typeof makeBackup>> | null = null
  try {
    if (!existsSync(folder)) throw new BackupRefusal(`The folder ${folder} of BACKUP_TO is not there.`)
    await removeUnverified(folder)
    const file = fileIn(folder)
    made = await makeBackup({ ...options, file: unverified(file), signal })
    await verifyBackup(made, { ...options, signal })
    await rename(made.file, file)
    const { bytes, sums } = made
    const outcome = { file, bytes, rows: totalRows(sums), reason: null }
    await database.transaction(unrestricted, (db) => finishBackup(db, id, outcome))
    // Only behind a good one: otherwise nights without any would use up those that are good.
    await removeOld(folder, keep)
  } catch (error) {
    const outcome = {
      file: made?.file ?? null,
      bytes: made?.bytes ?? null,
      rows: made ? totalRows(made.sums) : null,
      reason: reasonOf(error, made !== null),
    }
    await database.transaction(unrestricted, (db) =>
      signal.aborted ? handBack(db, id) : finishBackup(db, id, outcome),
    )
    if (!signal.aborted) throw error
    // It is made again.
    if (made) await rm(made.file, { force: true })
  } finally {
    clearInterval(seen)
  }
}

/** Until it is verified it has another name: those that can be relied on are counted, kept and found by theirs. */
const unverified = (file: string) => file.replace(/backup$/, "unverified")

const unverifiedName = /^user-centre-\d{8}-\d{6}\.unverified$/
const named = /^user-centre-\d{8}-\d{6}\.backup$/
const unfinished = /^user-centre-\d{8}-\d{6}\.(?:backup|unverified)\.[0-9a-f]+\.part$/
const unfinishedMs = 2 * 24 * 60 * 60_000

/** By the time of Asia/Shanghai, so that names sort by age. */
function fileIn(folder: string): string {
  const [day = "", time = ""] = new Date(Date.now() + 8 * 60 * 60_000).toISOString().split(/[T.]/)
  return resolve(folder, `user-centre-${day.replaceAll("-", "")}-${time.replaceAll(":", "")}.backup`)
}

/** The newest one stays until the next try: it may be whole, and what failed was the verification. */
async function removeUnverified(folder: string): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter((each) => unverifiedName.test(each)))
    await rm(join(folder, name), { force: true })
}

async function removeOld(folder: string, keep: number): Promise<void> {
  const names = await readdir(folder)
  const old = names
    .filter((name) => named.test(name))
    .toSorted()
    .slice(0, -keep)
  for (const name of old) await rm(join(folder, name), { force: true })
  for (const name of names.filter((each) => unfinished.test(each))) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > unfinishedMs) await rm(join(folder, name), { force: true })
  }
}

/** By what the refusals say of themselves. */
const reasonWords: readonly (readonly [words: string, reason: BackupReason])[] = [
  ["is full; nothing was kept", "disk"],
  ["can't be written", "folder"],
  ["of BACKUP_TO is not there", "folder"],
  ["may hide rows of", "hidden"],
]

function reasonOf(error: unknown, isWritten: boolean): BackupReason {
  const message = error instanceof BackupRefusal ? error.message : ""
  if (message.startsWith(noRoom)) return "room"
  if (isWritten) return "unverified"
  return reasonWords.find(([words]) => message.includes(words))?.[1] ?? "other"
}
