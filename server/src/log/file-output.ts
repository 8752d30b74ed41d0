import { closeSync, openSync, write, writeSync } from "node:fs"
import type { LogDestination } from "./logs.ts"

/** What waits for a disk that does not take it; beyond it lines are lost rather than the server's memory. */
const mostWaiting = 8 * 1024 * 1024

export interface FileOutput extends LogDestination {
  close(): void
}

/**
 * A file that lines are added to. It is opened for appending, so that logrotate's `copytruncate` works while the server runs. Lines
 * that come while one is written go together. `onFault` is told once of each run of failures.
 */
export function fileOutput(path: string, onFault: (error: Error) => void): FileOutput {
  const file = openSync(path, "a", 0o640)
  let waiting = ""
  let isWriting = false
  let isFailing = false
  const next = () => {
    if (isWriting || waiting === "") return
    const text = waiting
    waiting = ""
    isWriting = true
    write(file, text, (error) => {
      isWriting = false
      if (error && !isFailing) onFault(error)
      isFailing = error !== null
      next()
    })
  }
  const flush = () => {
    const text = waiting
    waiting = ""
    try {
      if (text !== "") writeSync(file, text)
    } catch {
      // The process ends, and nobody could be told any more.
    }
  }
  process.on("exit", flush)
  return {
    write(line) {
      if (waiting.length > mostWaiting) return
      if (waiting === "") setImmediate(next)
      waiting += line
    },
    close() {
      process.off("exit", flush)
      flush()
      closeSync(file)
    },
  }
}
