import { readdirSync, readFileSync, readlinkSync } from "node:fs"

/** The memory (resident set) of the process that listens at this address, by Linux's `/proc`. */
export function residentKb(address: string): number {
  const pid = listenerOf(Number(new URL(address).port))
  const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  return Number(kb)
}

/** The process that listens at this port. */
export function listenerOf(port: number): string {
  const hex = port.toString(16).toUpperCase().padStart(4, "0")
  const line = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .find((each) => new RegExp(`^\\s*\\d+: [0-9A-F]{8}:${hex} \\S+ 0A `).test(each))
  const inode = line?.trim().split(/\s+/)[9]
  const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && holds(name, `socket:[${inode}]`))
  if (pid === undefined) throw new Error(`Nobody listens at port ${port}`)
  return pid
}

function holds(pid: string, wanted: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).some((fd) => readlinkSync(`${folder}/${fd}`) === wanted)
  } catch {
    // It ended meanwhile, or is somebody else's.
    return false
  }
}
