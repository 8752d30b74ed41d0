import { existsSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"

export const memoryDisk = "/dev/shm"
const roomBytes = 4 * 1024 ** 3

/** For tests: in memory where the machine has room for it. Hundreds of databases are copied, a quarter faster there. */
export function scratchPlace(): string {
  if (!existsSync(memoryDisk)) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryDisk)
  return bavail * bsize > roomBytes ? memoryDisk : tmpdir()
}
