import { withPriority } from "./journal-priority.ts"
import type { LogDestination } from "./logs.ts"

/**
 * The standard output. Lines of one turn of the event loop are written together: under load an access log would otherwise cost a
 * system call for each request. What is left is written when the process ends; only a kill can lose the lines of one turn.
 */
export function standardOutput(
  stream: NodeJS.WriteStream = process.stdout,
  hasPriorities = false,
): LogDestination {
  let waiting = ""
  const flush = () => {
    const text = waiting
    waiting = ""
    if (text !== "") stream.write(text)
  }
  // A closed pipe must not end the server.
  stream.on("error", () => {})
  process.on("exit", flush)
  return {
    write(line) {
      if (waiting === "") setImmediate(flush)
      waiting += hasPriorities ? withPriority(line) : line
    },
  }
}
