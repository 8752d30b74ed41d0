import { resolve } from "node:path"
import { readConfig, type Config } from "../config.ts"
import { assertRestorable } from "../db/backup/assert-restorable.ts"
import { loadSite } from "../db/backup/load-site.ts"
import { openArchive, type Archive } from "../db/backup/open-archive.ts"
import { sumsOf } from "../db/backup/read-site.ts"
import { assertSame, verifyArchive } from "../db/backup/verify-archive.ts"
import { startEmbedded } from "../db/embedded/start-embedded.ts"
import { migrate } from "../db/migrate.ts"
import { typedCommand } from "../errors/typed-command.ts"
import { storedSecrets, storeSecrets, StoredSecrets } from "../security/secrets.ts"
import { isAskedOfItself } from "./asked-of-itself.ts"
import { assertUsable, CommandError, orTell, passphraseFrom } from "./site-command.ts"
import { printLines, readOptions, siteLines } from "./site-command.ts"

const usage = typedCommand("restore", "--from <file> [--verify] [--passphrase-file <file>]")

const help = `${usage}

Brings a backup into an empty database: DATABASE_URL, or the embedded one of a new DATA_DIR. All of it or nothing: a restore that
fails or is killed leaves the database empty. The secrets go to DATA_DIR. A backup of an older version is migrated.
  --verify   only checks the file: restores it into a database that is thrown away, and compares every table`

/** `npm run restore` (OPS-1). */
export function main(argv: readonly string[]): Promise<void> {
  return orTell(async (signal) => {
    if (isAskedOfItself(argv, help)) return
    const {
      from,
      verify,
      "passphrase-file": passphraseFile,
    } = readOptions(
      argv,
      { from: { type: "string" }, verify: { type: "boolean" }, "passphrase-file": { type: "string" } },
      usage,
    )
    if (from === undefined) throw new CommandError(`--from names the file.\n${usage}`)
    const config = readConfig(process.env)
    const file = resolve(from)
    const passphrase = await passphraseFrom(config, passphraseFile, false)
    if (verify) {
      const { info, sums } = await verifyArchive({ file, passphrase, dataDir: config.dataDir, signal })
      return printLines([["Backup", file], ...siteLines(info, sums), ["Verified", verified]])
    }
    const archive = await openArchive(file, passphrase)
    try {
      await restore(archive, config, signal)
    } finally {
      await archive.close()
    }
  })
}

const verified = "restored into a scratch database: every table has the same rows"

async function restore(archive: Archive, config: Config, signal: AbortSignal): Promise<void> {
  // All that can be refused, before a folder or a database is touched.
  assertRestorable(archive.info)
  const secrets = await secretsFor(archive, config)
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: () => {} })
  try {
    const url = config.databaseSessionUrl ?? embedded?.url ?? ""
    await assertUsable(url)
    const sums = await loadSite(archive, {
      url,
      signal,
      place: embedded ? `The database in ${resolve(config.dataDir)}` : "The database of DATABASE_URL",
      beforeCommit: async () => {
        await archive.assertEnd()
        if (secrets) await storeSecrets(config.dataDir, secrets)
      },
    })
    assertSame(sums, await sumsOf(url))
    await migrate(url)
    printLines([
      ["Restored", embedded ? resolve(config.dataDir) : "the database of DATABASE_URL"],
      ...siteLines(archive.info, sums),
      [
        "Secrets",
        secrets ? `in ${resolve(config.dataDir, "secrets.json")}` : "as they were set here already",
      ],
      ["Next", `${typedCommand("start")}, with the variables that the site was started with`],
    ])
  } finally {
    await embedded?.stop()
  }
}

/** What is to be stored in DATA_DIR; null: the pepper is there already. Another one that is there is never replaced. */
async function secretsFor({ secrets }: Archive, { pepper, dataDir }: Config): Promise<StoredSecrets | null> {
  const archived = StoredSecrets.parse(secrets)
  const stored = await storedSecrets(dataDir)
  if (pepper !== null && pepper !== archived.pepper)
    throw new CommandError(
      "PEPPER is set to another one than the backup's, so nobody could sign in. Unset it, or set the site's own. Nothing was changed.",
    )
  if (stored && stored.pepper !== archived.pepper)
    throw new CommandError(
      `${resolve(dataDir, "secrets.json")} holds another pepper than the backup. Set DATA_DIR to a new folder, or move that file ` +
        "away. Nothing was changed.",
    )
  return stored || pepper !== null ? null : archived
}
