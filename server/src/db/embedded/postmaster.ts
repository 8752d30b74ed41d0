import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { ClusterUser } from "./cluster-user.ts"

/** One PostgreSQL server over one folder of files, started by this or another process. */
export interface Cluster {
  readonly folder: string
  readonly logFile: string
  readonly user: ClusterUser | null
}

/** How PostgreSQL's programs are started: without the environment and working folder of this process. */
export function processOptions(user: ClusterUser | null) {
  return {
    cwd: process.platform === "win32" ? undefined : "/",
    ...(process.platform === "win32" ? {} : { env: { LC_ALL: "C", TZ: "UTC", PATH: "/usr/bin:/bin" } }),
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    windowsHide: true,
  }
}

/** Starts the server and returns at once. `hasEnded` gives the reason once it has ended. */
export function launch(cluster: Cluster, postgres: string, settings: Readonly<Record<string, string>>) {
  if ((statSync(cluster.logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) rmSync(cluster.logFile)
  const log = openSync(cluster.logFile, "a", 0o600)
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  // Detached: Ctrl-C in the terminal must not reach it; it is stopped after the last request is answered.
  const child = spawn(postgres, ["-D", cluster.folder, ...flags], {
    ...processOptions(cluster.user),
    detached: true,
    stdio: ["ignore", log, log],
  })
  closeSync(log)
  child.unref()
  let ending: string | null = null
  child.on("error", (error) => (ending = error.message))
  child.on("exit", (code, signal) => (ending ??= `it ended with ${signal ?? `code ${code}`}`))
  return { pid: child.pid ?? 0, hasEnded: () => ending }
}

export function logTail({ logFile }: Cluster): string {
  if (!existsSync(logFile)) return ""
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-8).join("\n")
}

/** The process id in `postmaster.pid`, whether or not it is still alive. */
export function storedPid({ folder }: Cluster): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, "postmaster.pid"), "utf8"), 10)
    return pid > 0 ? pid : null
  } catch {
    return null
  }
}

/** A fast shutdown, or an immediate end when that takes longer than the limit. Returns when the process is gone. */
export async function stopPostmaster(cluster: Cluster, limitMs = 60_000): Promise<void> {
  const pid = storedPid(cluster)
  if (pid === null || !isRunning(pid, cluster)) return
  // On Windows kill() ends a process at once; its log is replayed at the next start.
  process.kill(pid, "SIGINT")
  const until = Date.now() + limitMs
  let isUrged = false
  while (isRunning(pid, cluster) || identity(pid, cluster) === "leaving") {
    if (!isUrged && Date.now() > until) isUrged = process.kill(pid, "SIGQUIT")
    await delay(10)
  }
}

function isRunning(pid: number, cluster: Cluster): boolean {
  const who = identity(pid, cluster)
  return who === "our server" || (who === "unknown" && storedPid(cluster) === pid)
}

/** A zombie (in a container without init) still has its process id, but it is dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false
  }
  return process.platform !== "linux" || !isZombie(pid)
}

function isZombie(pid: number): boolean {
  try {
    // The name in brackets may contain anything, so the state is read after the last bracket.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}

type Identity = "our server" | "another process" | "leaving" | "dead" | "unknown"

/** Which process has this id now; known only on Linux. */
function identity(pid: number, { folder }: Cluster): Identity {
  if (!isAlive(pid)) return "dead"
  if (process.platform !== "linux") return "unknown"
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
    // A process that is ending has released its memory, and its command line with it.
    if (words.join("") === "") return "leaving"
    const served = words[words.indexOf("-D") + 1]
    return served && isSameFolder(served, folder) ? "our server" : "another process"
  } catch {
    return "unknown"
  }
}

function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [statSync(one, { throwIfNoEntry: false }), statSync(other)]
  return a?.ino === b.ino && a.dev === b.dev
}

/**
 * PostgreSQL takes any live process with the id in its lock files for a running server and refuses to start. Where it is
 * certainly none, the id of this process is written into the file, which PostgreSQL ignores because it is its parent's. The
 * file itself stays: its other lines prevent a start while processes of the old server are alive.
 */
export function replaceStalePid(cluster: Cluster, socketFolder: string): void {
  const pid = storedPid(cluster)
  if (pid === null) return
  const who = identity(pid, cluster)
  if (process.platform !== "linux" || who === "our server" || who === "unknown") return
  const file = join(cluster.folder, "postmaster.pid")
  const [, ...rest] = readFileSync(file, "utf8").split("\n")
  writeFileSync(file, [String(process.pid), ...rest].join("\n"))
  for (const name of [".s.PGSQL.5432", ".s.PGSQL.5432.lock"])
    rmSync(join(socketFolder, name), { force: true })
}

/**
 * Only one process at a time may check and change a folder's lock files. Linux frees such a socket name with its process.
 * On other systems the lock files are not changed, and PostgreSQL's own checks must do.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.platform !== "linux") return work()
  const { dev, ino } = statSync(folder)
  const release = await acquireSocketName(`\0user-centre-${dev}-${ino}`)
  try {
    return await work()
  } finally {
    await release()
  }
}

async function acquireSocketName(name: string): Promise<() => Promise<void>> {
  for (;;) {
    const server = createServer()
    try {
      server.listen(name)
      await once(server, "listening")
      return async () => {
        server.close()
        await once(server, "close")
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error
      await delay(20)
    }
  }
}
