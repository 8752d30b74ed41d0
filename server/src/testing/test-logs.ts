import { everyModuleAt, type LevelOfEach, type LogLevel } from "../log/levels.ts"
import { makeLogs, type Logs } from "../log/logs.ts"

export type LogEntry = Readonly<Record<string, unknown>>

/** A log that a test reads: what was written, as text and line by line. */
export function collectedLogs(level: LogLevel | LevelOfEach = "debug"): {
  readonly logs: Logs
  readonly text: () => string
  readonly entries: () => LogEntry[]
} {
  const lines: string[] = []
  const levels = typeof level === "string" ? everyModuleAt(level) : level
  return {
    logs: makeLogs(levels, { write: (line) => void lines.push(line) }),
    text: () => lines.join(""),
    entries: () => lines.map((line) => JSON.parse(line) as LogEntry),
  }
}
