import { setTimeout as delay } from "node:timers/promises"
import { errorReason } from "../../errors/logged-error.ts"
import { transientFaultIn } from "../../errors/transient-fault.ts"
import { DatabaseRefusal } from "./database-refusal.ts"

const firstWaitMs = 100
const longestWaitMs = 1000
const sayEachMs = 10_000

export interface Patience {
  /** DATABASE_WAIT_S: counted from the start of the process, over all steps that need the database. */
  readonly untilMs: number
  readonly waitS: number
  readonly say: (line: string) => void
}

export function patience(waitS: number, say: (line: string) => void): Patience {
  return { untilMs: performance.now() + waitS * 1000, waitS, say }
}

/**
 * OPS-5: a step of the start that waits for a database which is late: no name yet, refused connections, starting up, no server
 * that takes writes. A wrong password or a missing database is reported at once. The step is begun again from its beginning.
 */
export async function whenDatabaseIsThere<T>(
  { untilMs, waitS, say }: Patience,
  step: () => Promise<T>,
): Promise<T> {
  let waitMs = firstWaitMs
  let saidAtMs = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!isLate(error)) throw error
      const now = performance.now()
      if (now + waitMs > untilMs) throw waitS === 0 ? error : gaveUp(error, waitS)
      if (now - saidAtMs > sayEachMs) {
        say(`Waiting for the database, ${Math.ceil((untilMs - now) / 1000)} s more: ${wordsOf(error)}`)
        saidAtMs = now
      }
    }
    await delay(waitMs)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
}

/** Without its causes, which its own words name. */
function wordsOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : errorReason(error)
}

function gaveUp(error: unknown, waitS: number): Error {
  return new DatabaseRefusal(
    `The database was not there within ${waitS} s (DATABASE_WAIT_S): ${wordsOf(error)}. ` +
      "Check that it runs and that DATABASE_URL leads to it, or let the start wait longer.",
    { cause: error },
  )
}

/** Of a new connection: a role or a database that is missing does not come by itself. */
const permanentStates = /^(?:28|3D)/

function isLate(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof DatabaseRefusal) return false
    if ("code" in inner && permanentStates.test(String(inner.code))) return false
  }
  return transientFaultIn(error) !== null
}
