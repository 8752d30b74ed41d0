import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { typedCommand } from "../../errors/typed-command.ts"

/** A start that is not possible; the message is for the person who typed the command. */
export class EmbeddedRefusal extends Error {}

const versionFile = (folder: string) => join(folder, "PG_VERSION")

/** Whether there are files of a database in it. */
export function hasCluster(folder: string): boolean {
  return existsSync(versionFile(folder))
}

/** PostgreSQL opens files of its own major version alone, and says so in its log only (OPS-1). */
export function assertSameMajor(folder: string, release: string): void {
  const files = Number.parseInt(readFileSync(versionFile(folder), "utf8"), 10)
  const ours = Number.parseInt(release, 10)
  // Where one of them can't be read, PostgreSQL itself decides.
  if (files === ours || Number.isNaN(files + ours)) return
  const what =
    `The database's files in ${folder} are of PostgreSQL ${files}, and this release brings PostgreSQL ${ours}, which can't ` +
    "open them. They are untouched. "
  throw new EmbeddedRefusal(
    files > ours
      ? `${what}Start the release that ran here last, or a newer one.`
      : `${what}To keep the data: stop the product; with the release that ran here last run ` +
          `\`${typedCommand("backup", "--to site.backup --verify")}\`; then move that folder away ` +
          `(\`mv ${folder} ${folder}.${files}\`) and run \`${typedCommand("restore", "--from site.backup")}\` with this release.`,
  )
}
