import { readFileSync, realpathSync, statSync, type Stats } from "node:fs"
import { dirname } from "node:path"

/** The user of the database's processes; null: that of this process. */
export interface ClusterUser {
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root, so root starts it as another user: the owner of existing files, else `postgres`, else
 * `nobody`.
 */
export function clusterUser(clusterFolder: string): ClusterUser | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(clusterFolder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = readFileSync("/etc/passwd", "utf8")
  const found = userNamed("postgres", users) ?? userNamed("nobody", users)
  if (!found) {
    throw new Error(
      "PostgreSQL can't run as root, and this system has neither a user postgres nor a user nobody.",
    )
  }
  return found
}

export function userNamed(name: string, passwd: string): ClusterUser | null {
  for (const line of passwd.split("\n")) {
    const [login, , uid, gid] = line.split(":")
    if (login === name) return { uid: Number(uid), gid: Number(gid) }
  }
  return null
}

const may = { read: 4, enter: 1 } as const

/** The first file or folder on the path that the user can't enter; null: there is none. */
export function firstClosedPath(
  path: string,
  user: ClusterUser,
  want: "read" | "enter" = "enter",
): string | null {
  const real = realpathSync(path)
  for (const folder of ancestors(dirname(real))) if (!allows(statSync(folder), user, may.enter)) return folder
  return allows(statSync(real), user, may[want]) ? null : real
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [...ancestors(parent), folder]
}

function allows({ mode, uid, gid }: Stats, user: ClusterUser, bit: number): boolean {
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  return ((mode >> shift) & bit) !== 0
}
