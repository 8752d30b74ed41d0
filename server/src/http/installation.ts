import { existsSync, readFileSync, statSync } from "node:fs"
import { hostname } from "node:os"
import { join, relative, resolve } from "node:path"
import { z } from "zod"
import { version } from "../../package.json"
import { isWeakPepper } from "../security/weak-pepper.ts"

/** OPS-4: what the operator has set up, as far as 运行状态 checks it. Nothing secret is in it. */
export interface Installation {
  readonly version: string
  /** Null: it was started neither from a release nor from a working copy of the source, or a release of changed sources. */
  readonly commit: string | null
  readonly process: { readonly id: string; readonly host: string; readonly pid: number }
  readonly startedMs: number
  /** Where it listens. */
  readonly host: string
  readonly dataDir: string
  /** Folders whose disk is watched, by the names that an operator knows them by. */
  readonly folders: readonly { readonly name: string; readonly path: string }[]
  readonly isEmbedded: boolean
  readonly trustedProxies: number
  readonly smsGateway: string | null
  readonly reminderWebhook: string | null
  readonly pepper: { readonly from: "variable" | "dataDir"; readonly isWeak: boolean }
  readonly jobs: readonly { readonly name: string; readonly everyMs: number }[]
  /** OPS-1: where each night's backup goes to; null: nowhere. */
  readonly backupTo: string | null
}

interface Configured {
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly pepper: string | null
  readonly trustedProxies: number
  readonly smsGateway: { readonly url: string } | null
  readonly reminderWebhook: { readonly url: string } | null
  readonly nightlyBackup: { readonly folder: string } | null
  /** Without ARCHIVE_TO a folder in DATA_DIR. */
  readonly archiveTo: string
}

interface Around {
  /** As it is used, wherever it comes from. */
  readonly pepper: string
  readonly jobs: Installation["jobs"]
  /** The folder of the product, for the commit that it is of. */
  readonly root: string
}

export const productVersion: string = version

/** The version with the commit that it was built of, as Semantic Versioning writes it. */
export function buildOf({ version: own, commit }: Pick<Installation, "version" | "commit">): string {
  return commit === null ? own : `${own}+${commit}`
}

export function installationOf(config: Configured, { pepper, jobs, root }: Around): Installation {
  const { host, dataDir, trustedProxies } = config
  const machine = hostname()
  return {
    version: productVersion,
    commit: commitIn(root),
    // Named as in the runs of jobs. A container that is started again takes the place of its former process.
    process: { id: `${machine}/${process.pid}`, host: machine, pid: process.pid },
    startedMs: Math.round(performance.timeOrigin),
    host,
    dataDir,
    folders: foldersOf(config),
    isEmbedded: config.databaseUrl === null,
    trustedProxies,
    smsGateway: config.smsGateway?.url ?? null,
    reminderWebhook: config.reminderWebhook?.url ?? null,
    pepper: { from: config.pepper === null ? "dataDir" : "variable", isWeak: isWeakPepper(pepper) },
    jobs,
    backupTo: config.nightlyBackup?.folder ?? null,
  }
}

export function foldersOf({
  dataDir,
  nightlyBackup,
  archiveTo,
}: Pick<Configured, "dataDir" | "nightlyBackup" | "archiveTo">): Installation["folders"] {
  const isElsewhere = relative(dataDir, archiveTo).startsWith("..")
  return [
    { name: "DATA_DIR", path: dataDir },
    ...(nightlyBackup ? [{ name: "BACKUP_TO", path: nightlyBackup.folder }] : []),
    ...(isElsewhere ? [{ name: "ARCHIVE_TO", path: archiveTo }] : []),
  ]
}

/** A release says which one it is of. Otherwise it is read from git's own files, because git need not be installed. */
function commitIn(root: string): string | null {
  try {
    const release = join(root, "release.json")
    if (existsSync(release)) {
      const { commit } = z.object({ commit: z.string() }).parse(JSON.parse(readFileSync(release, "utf8")))
      return commit.slice(0, 12)
    }
    const git = gitFolder(join(root, ".git"))
    const head = readFileSync(join(git, "HEAD"), "utf8").trim()
    const name = /^ref: (.+)$/.exec(head)?.[1]
    return (name === undefined ? head : hashOf(git, name))?.slice(0, 12) ?? null
  } catch {
    return null
  }
}

/** A further working copy has a file that names the folder. */
function gitFolder(path: string): string {
  if (statSync(path).isDirectory()) return path
  const named = /^gitdir: (.+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? ""
  return resolve(path, "..", named)
}

function hashOf(git: string, name: string): string | undefined {
  const noted = join(git, "commondir")
  const common = existsSync(noted) ? resolve(git, readFileSync(noted, "utf8").trim()) : git
  const loose = join(common, name)
  if (existsSync(loose)) return readFileSync(loose, "utf8").trim()
  const packed = readFileSync(join(common, "packed-refs"), "utf8").split("\n")
  return packed.find((line) => line.endsWith(` ${name}`))?.split(" ")[0]
}
