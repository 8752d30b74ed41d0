import type { Logger } from "pino"
import { loggedError } from "../errors/logged-error.ts"

/**
 * OPS-3: what Node itself would print as text becomes lines of the log: its warnings, and errors that nobody caught. After such an
 * error nothing is certain any more, so the process ends, in order where it can.
 */
export function logProcessFaults(log: () => Logger, end: () => void): void {
  process.removeAllListeners("warning")
  process.on("warning", (warning) => log().warn({ err: warning }, `Node warns: ${warning.name}`))
  let isEnding = false
  const fault = (error: unknown) => {
    log().fatal({ err: error }, `A fault that nobody caught: ${loggedError(error).message}`)
    // One more while it ends must not keep it from ending.
    if (isEnding) process.exit(1)
    isEnding = true
    end()
  }
  process.on("uncaughtException", fault)
  process.on("unhandledRejection", fault)
}
