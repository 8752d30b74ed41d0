import { constants } from "node:fs"
import { access, stat, statfs } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import type { DiskFacts, FolderFacts } from "../checks/machine-checks.ts"
import { codeOf } from "./code-of.ts"

/** A folder whose disk is watched, by the name that an operator knows it by. */
export interface WatchedFolder {
  readonly name: string
  readonly path: string
}

export async function diskFacts(folders: readonly WatchedFolder[]): Promise<DiskFacts[]> {
  return Promise.all(
    folders.map(async ({ name, path }) => {
      const { bavail, blocks, bsize } = await statfs(await nearestThere(resolve(path)))
      return { folder: name, freeBytes: bavail * bsize, totalBytes: blocks * bsize }
    }),
  )
}

/** Without writing anything: what the system says of the folder, or of the one that it would be made in. */
export async function dataDirFacts(dataDir: string): Promise<FolderFacts> {
  const path = resolve(dataDir)
  const there = await nearestThere(path)
  try {
    await access(there, constants.W_OK | constants.X_OK)
  } catch (error) {
    return { at: "closed", path: there, reason: codeOf(error) }
  }
  if (!(await stat(there)).isDirectory()) return { at: "closed", path: there, reason: "ENOTDIR" }
  if (there !== path) return { at: "missing" }
  const secrets = join(path, "secrets.json")
  const mode = await stat(secrets).then(
    (found) => found.mode,
    () => 0,
  )
  // Windows has no such bits.
  const isOpen = process.platform !== "win32" && (mode & 0o077) !== 0
  return isOpen ? { at: "open", path: secrets } : { at: "writable" }
}

async function nearestThere(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    // Something that may not be looked into is there.
    (error: unknown) => codeOf(error) !== "ENOENT",
  )
  return isThere || dirname(path) === path ? path : nearestThere(dirname(path))
}
