import pino, { type Logger } from "pino"
import { loggedError } from "../errors/logged-error.ts"
import { logModules, type LevelOfEach, type LogModule } from "./levels.ts"

export interface LogDestination {
  /** A whole line with its end. */
  write(line: string): void
}

/** The log of each module. All of them write to one place. */
export type Logs = Readonly<Record<LogModule, Logger>>

/** OPS-3: one JSON object on each line. Errors pass `loggedError`, which leaves out what people typed. */
export function makeLogs(levels: LevelOfEach, to: LogDestination): Logs {
  const root = pino(
    {
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggedError },
    },
    to,
  )
  const made = logModules.map((module) => [module, root.child({ module }, { level: levels[module] })])
  return Object.fromEntries(made) as Record<LogModule, Logger>
}
