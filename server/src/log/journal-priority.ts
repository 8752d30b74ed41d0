import { fstatSync } from "node:fs"
import type { LogLevel } from "./levels.ts"

/** The priorities of syslog, as journald knows them. */
const priorities: Readonly<Record<Exclude<LogLevel, "silent">, number>> = {
  fatal: 2,
  error: 3,
  warn: 4,
  info: 6,
  debug: 7,
}
const levelOfLine = /^\{"level":"(\w+)"/

/**
 * OPERATE-7: journald takes the priority of a line from a prefix and stores the line without it, so that
 * `journalctl -p warning` shows what its name says. Everywhere else a line stays JSON alone.
 */
export function withPriority(line: string): string {
  const level = levelOfLine.exec(line)?.[1] ?? ""
  const priority = Object.hasOwn(priorities, level) ? priorities[level as keyof typeof priorities] : 6
  return `<${priority}>${line}`
}

/** systemd says which file the journal's stream is; one that was redirected since is another one. */
export function isJournal(
  journalStream: string | undefined,
  fileOf: () => { readonly dev: number; readonly ino: number } = () => fstatSync(1),
): boolean {
  if (journalStream === undefined || journalStream === "") return false
  try {
    const { dev, ino } = fileOf()
    return journalStream === `${dev}:${ino}`
  } catch {
    return false
  }
}
