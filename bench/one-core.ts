import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { cpus } from "node:os"
import { listenerOf } from "./resident.ts"

/**
 * SSO-9 counts flows on one core: the process that answers at each address has the first one, with all its threads. Who asks has the
 * second, and what a process has started (its PostgreSQL) too. Gives what was done, in words, and what undoes it.
 */
export function keepToOneCore(addresses: readonly string[]): { words: string; release: () => void } {
  if (cpus().length < 2 || spawnSync("taskset", ["--version"]).status !== 0)
    return { words: "no process is kept to a core: there is one alone, or no taskset", release() {} }
  const pids = addresses.map((address) => Number(listenerOf(Number(new URL(address).port))))
  const others = [process.pid, ...pids.flatMap((pid) => descendantsOf(pid))]
  for (const pid of others) keep(pid, "1")
  for (const pid of pids) keep(pid, "0")
  return {
    words: "the answering process alone is on core 0; who asks and PostgreSQL are on core 1",
    release() {
      for (const pid of [...others, ...pids]) keep(pid, `0-${cpus().length - 1}`)
    },
  }
}

/** Time that the process at this address has computed, its threads included and what it has started not, in ms. */
export function computedMs(address: string): number {
  const fields = statOf(Number(listenerOf(Number(new URL(address).port))))
  return (Number(fields[11]) + Number(fields[12])) * msPerTick
}

const msPerTick = 10

function keep(pid: number, cores: string): void {
  spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(pid)])
}

/** Of `/proc`, behind the name, which may have any letters: the state first, then the parent. */
function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
}

function descendantsOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), parent: Number(statOf(Number(name))[1]) }]
      } catch {
        // It ended meanwhile.
        return []
      }
    })
  const below = (of: number): number[] =>
    parents.flatMap((each) => (each.parent === of ? [each.pid, ...below(each.pid)] : []))
  return below(pid)
}
