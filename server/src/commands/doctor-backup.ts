import { randomBytes } from "node:crypto"
import { rm, stat, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { drizzle } from "drizzle-orm/node-postgres"
import type pg from "pg"
import type { Config } from "../config.ts"
import { backupFacts } from "../db/backup-facts.ts"
import type { Finding } from "../features/status/checks/finding.ts"
import { checkBackup } from "../features/status/checks/work-checks.ts"
import { codeOf } from "../features/status/probes/code-of.ts"
import { checked } from "../features/status/within-limit.ts"
import type { OwnFinding } from "./doctor-words.ts"

const readMs = 10_000

/** OPERATE-1: how the last backups ended, as the page tells it. A process that has been running since before last night owes one. */
export async function checkedBackup(
  client: pg.Client,
  { nightlyBackup }: Config,
): Promise<readonly Finding[]> {
  const { findings } = await checked(
    "backup",
    async () => ({ ...(await backupFacts(drizzle({ client }))), startedMs: await startedMs(client) }),
    (facts) =>
      checkBackup({ to: nightlyBackup?.folder ?? null, ...facts }, facts.startedMs ?? Date.now(), Date.now()),
    readMs,
  )
  return findings
}

/** Of the process that has been running longest; null: none is. */
async function startedMs(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ since: Date | null }>(
    "select min(started_at) as since from process_status where seen_at > now() - interval '5 minutes'",
  )
  return rows[0]?.since?.getTime() ?? null
}

/** Without a database nobody knows how the last ones ended. */
export function unreadBackup({ nightlyBackup }: Config): OwnFinding | Finding {
  if (nightlyBackup === null) return { id: "backup", code: "backup.none", values: {} }
  return { id: "backup", code: "backup.unread", values: {} }
}

/**
 * Whether the service could write its backups: a file is written there and removed. The folder's modes alone don't tell: a
 * share may be mounted for reading.
 */
export async function checkedBackupFolder({
  nightlyBackup,
  dataDir,
}: Pick<Config, "nightlyBackup" | "dataDir">): Promise<readonly OwnFinding[]> {
  if (nightlyBackup === null) return []
  const folder = resolve(nightlyBackup.folder)
  const found = (code: OwnFinding["code"], values: OwnFinding["values"]): OwnFinding[] => [
    { id: "backupFolder", code, values: { folder, ...values } },
  ]
  const owner = await serviceUser(resolve(dataDir))
  // What root can write says nothing about the service.
  if (owner !== null && process.getuid?.() === 0 && owner !== 0)
    return found("backupFolder.otherUser", { owner })
  const probe = join(folder, `.user-centre-doctor-${randomBytes(6).toString("hex")}`)
  try {
    await writeFile(probe, "user-centre doctor\n", { flag: "wx" })
  } catch (error) {
    const reason = codeOf(error)
    return reason === "ENOENT" ? found("backupFolder.missing", {}) : found("backupFolder.closed", { reason })
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
  return found("backupFolder.ok", {})
}

/** The user id that DATA_DIR belongs to; null: it is not there yet. */
async function serviceUser(dataDir: string): Promise<number | null> {
  return stat(dataDir).then(
    ({ uid }) => uid,
    () => null,
  )
}
