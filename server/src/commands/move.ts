import { resolve } from "node:path"
import { readConfig } from "../config.ts"
import { loadSite } from "../db/backup/load-site.ts"
import { openSnapshot, sumsOf } from "../db/backup/read-site.ts"
import { assertSame } from "../db/backup/verify-archive.ts"
import { hasCluster } from "../db/embedded/cluster-version.ts"
import { startEmbedded } from "../db/embedded/start-embedded.ts"
import { migrate } from "../db/migrate.ts"
import { isAskedOfItself } from "./asked-of-itself.ts"
import { assertUsable, CommandError, orTell, printLines, readOptions, siteLines } from "./site-command.ts"
import { typedCommand } from "../errors/typed-command.ts"

const usage = typedCommand("move", "--to <DATABASE_URL>")

const help = `${usage}

Takes the embedded site of DATA_DIR to a PostgreSQL of its own. Stop the product first: what is written during a move would be
lost. The database must be empty and its role an ordinary one. The embedded one stays as it is.`

/** `npm run move` (OPS-1). */
export function main(argv: readonly string[]): Promise<void> {
  return orTell(async (signal) => {
    if (isAskedOfItself(argv, help)) return
    const { to } = readOptions(argv, { to: { type: "string" } }, usage)
    if (to === undefined || !/^postgres(ql)?:\/\//.test(to))
      throw new CommandError(`--to is the address of the new database, as in DATABASE_URL.\n${usage}`)
    const config = readConfig(process.env)
    const dataDir = resolve(config.dataDir)
    if (config.databaseUrl !== null)
      throw new CommandError(
        `DATABASE_URL is set, so this site is not embedded. From one PostgreSQL to another: ${typedCommand("backup")}, then ${typedCommand("restore")}.`,
      )
    if (!hasCluster(resolve(dataDir, "postgres")))
      throw new CommandError(`There is no embedded database in ${dataDir}. Set DATA_DIR.`)
    await assertUsable(to)
    // Refuses while the product runs.
    const embedded = await startEmbedded({ dataDir, log: () => {} })
    try {
      const snapshot = await openSnapshot(embedded.url, signal)
      try {
        const sums = await loadSite(snapshot, { url: to, place: "The new database", signal })
        assertSame(sums, await sumsOf(to))
        await migrate(to)
        printLines([
          ["Moved", "every table has the same rows in the new database"],
          ...siteLines(snapshot.info, sums),
        ])
        console.log(nextSteps(dataDir, config))
      } finally {
        await snapshot.close()
      }
    } finally {
      await embedded.stop()
    }
  })
}

function nextSteps(dataDir: string, { pepper, whyNoDemo }: ReturnType<typeof readConfig>): string {
  const kept =
    pepper === null
      ? `DATA_DIR=${dataDir}    as before: secrets.json with the pepper is there (on other machines set PEPPER to what it holds)`
      : "PEPPER=…    as before"
  const demo =
    whyNoDemo === null ? "\n  DEMO=on    where it stays a demo: with DATABASE_URL it is off by itself" : ""
  return (
    `\nFrom now on start with\n  DATABASE_URL=…    as given to this command\n  ${kept}${demo}\n` +
    `The old files in ${resolve(dataDir, "postgres")} are untouched; remove them when the new database has proven itself.`
  )
}
