import pino, { type Logger } from "pino"
import { loggedError } from "../errors/logged-error.ts"
import { logModules, type LevelOfEach, type LogModule } from "./levels.ts"

export interface LogDestination {
  /** A whole line with its end. */
  write(line: string): void
}

/** The log of each module. All of them write to one place, but for the access log where it has a file of its own. */
export type Logs = Readonly<Record<LogModule, Logger>>

/** OPS-3: one JSON object on each line. Errors pass `loggedError`, which leaves out what people typed. */
export function makeLogs(levels: LevelOfEach, to: LogDestination, accessTo: LogDestination = to): Logs {
  const root = rootOf(to)
  const access = accessTo === to ? root : rootOf(accessTo)
  const made = logModules.map((module) => {
    const parent = module === "access" ? access : root
    return [module, parent.child({ module }, { level: levels[module] })]
  })
  return Object.fromEntries(made) as Record<LogModule, Logger>
}

function rootOf(to: LogDestination): Logger {
  return pino(
    {
      formatters: { level: (label) => ({ level: label }) },
      // ISO 8601 with its zone, which is UTC on every machine: `2026-11-19T09:05:00.123Z`.
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggedError },
    },
    to,
  )
}
