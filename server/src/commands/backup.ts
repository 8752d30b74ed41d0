import { resolve } from "node:path"
import { readConfig, type Config } from "../config.ts"
import { makeBackup, verifyBackup } from "../db/backup/make-backup.ts"
import { hasCluster } from "../db/embedded/cluster-version.ts"
import { runningEmbedded, startEmbedded } from "../db/embedded/start-embedded.ts"
import { recordBackup } from "../features/backups/record-backup.ts"
import { storedSecrets, type StoredSecrets } from "../security/secrets.ts"
import { passwordsWith } from "../security/sign-in/passwords.ts"
import { isAskedOfItself } from "./asked-of-itself.ts"
import { CommandError, orTell, passphraseFrom, printLines, readOptions } from "./site-command.ts"
import { siteLines, sizeInWords } from "./site-command.ts"
import { typedCommand } from "../errors/typed-command.ts"

const usage = typedCommand("backup", "--to <file> [--verify] [--passphrase-file <file>]")

const help = `${usage}

Writes the whole site into one file: every table, as of one moment, and the secrets of DATA_DIR. The product may run meanwhile.
The file is sealed by a passphrase: BACKUP_PASSPHRASE, or --passphrase-file, or typed. Without it nobody can restore it.
  --verify   restores the file into a database that is thrown away, and compares every table`

/** `npm run backup` (OPS-1). */
export function main(argv: readonly string[]): Promise<void> {
  return orTell(async (signal) => {
    if (isAskedOfItself(argv, help)) return
    const {
      to,
      verify,
      "passphrase-file": passphraseFile,
    } = readOptions(
      argv,
      { to: { type: "string" }, verify: { type: "boolean" }, "passphrase-file": { type: "string" } },
      usage,
    )
    if (to === undefined) throw new CommandError(`--to names the file.\n${usage}`)
    const config = readConfig(process.env)
    const { dataDir } = config
    const secrets = await secretsOf(config)
    const passphrase = await passphraseFrom(config, passphraseFile, true)
    const database = await databaseOf(config)
    try {
      const { kid: pepperKid } = passwordsWith(secrets.pepper)
      const { url } = database
      const made = await makeBackup({ url, file: resolve(to), secrets, pepperKid, passphrase, signal })
      const lines = [
        ["Backup", made.file],
        ["Size", sizeInWords(made.bytes)],
        ...siteLines(made.info, made.sums),
      ]
      printLines(lines as [string, string][])
      if (verify)
        await verifyBackup(made, { passphrase, dataDir, signal }).catch((error: unknown) => {
          throw new CommandError(`Not verified: ${error instanceof Error ? error.message : String(error)}`, {
            cause: error,
          })
        })
      if (verify)
        printLines([["Verified", "restored into a scratch database: every table has the same rows"]])
      const isRecorded = await recordBackup(url, made, verify === true)
      if (!isRecorded)
        printLines([["Note", "the database is read-only, so the manage page does not show this backup"]])
    } finally {
      await database.stop()
    }
  })
}

/** Those of the site, never new ones: with another pepper no password would match after a restore. */
async function secretsOf({ pepper, dataDir }: Config): Promise<StoredSecrets> {
  const stored = await storedSecrets(dataDir)
  if (pepper !== null) return { ...stored, pepper }
  if (stored) return stored
  throw new CommandError(
    `There is no secrets.json in ${resolve(dataDir)}, and PEPPER is not set. A backup without the site's pepper is of no use: ` +
      "set DATA_DIR or PEPPER as for the product.",
  )
}

/** The remote database, past a pooler: a snapshot is of one session. Or the embedded one, as the product runs it or started for the moment. */
export async function databaseOf({
  databaseSessionUrl,
  dataDir,
}: Config): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const stop = async () => {}
  if (databaseSessionUrl !== null) return { url: databaseSessionUrl, stop }
  if (!hasCluster(resolve(dataDir, "postgres")))
    throw new CommandError(
      `There is no embedded database in ${resolve(dataDir)}. Set DATA_DIR, or DATABASE_URL.`,
    )
  const running = await runningEmbedded(dataDir)
  return running === null ? startEmbedded({ dataDir, log: () => {} }) : { url: running, stop }
}
