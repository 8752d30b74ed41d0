/**
 * Whether a fault may be gone when the call is repeated: that decides between 503 with `Retry-After` and 500. A gateway
 * repeats an alarm after 503 and drops it after 500, so in doubt about the database's state it is 503 (BARE-15).
 */
export type TransientFault = "at once" | "unavailable"

/** Rolled back: e.g. one of two administrators who end each other's sessions at the same moment. */
const atOnceStates = new Set(["40001", "40P01"])

/**
 * 08 connection · 25006 read-only or recovering · 25P03, 25P04 a transaction that was ended because it took too long · 28, 3D
 * a new connection that is refused (there was one before, so an operator is at work on it) · 40003 unknown outcome ·
 * 53 resources · 55006, 55P03 in use, locked · 57 ended by the operator or a time limit (57014), starting, stopping, crashed ·
 * 58030 input or output.
 */
const unavailableStates = /^(?:08|25006|25P03|25P04|28|3D|40003|53|55006|55P03|57|58030)/

/** Of the connection itself. `ENOENT` is a socket file that is not there, and counts with its system call only. */
const lostCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "EAI_AGAIN",
  "ENOTFOUND",
])
const networkCalls = new Set(["connect", "read", "write", "getaddrinfo"])

/** What the driver says without any code. */
const driverMessages =
  /^(?:Connection terminated|timeout expired$|timeout exceeded when trying to connect|Query read timeout|Client (?:has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/

export function transientFaultIn(error: unknown): TransientFault | null {
  for (const inner of errorsIn(error)) {
    const code = "code" in inner ? String(inner.code) : ""
    if (atOnceStates.has(code)) return "at once"
    if (unavailableStates.test(code) && code.length === 5) return "unavailable"
    if (lostCodes.has(code)) return "unavailable"
    if ("syscall" in inner && networkCalls.has(String(inner.syscall))) return "unavailable"
    if (driverMessages.test(inner.message)) return "unavailable"
  }
  return null
}

/**
 * OPS-2: which limit or which state of the database answered with 503, for the log and the metric. `no-answer`: PostgreSQL was silent for
 * longer than 2 s at the begin of a transaction or for a session, or 25 s for a statement.
 */
export const unavailableCauses = [
  "no-free-connection",
  "slow-statement",
  "no-answer",
  "locked",
  "transaction-too-long",
  "disk-full",
  "too-many-connections",
  "read-only",
  "database-away",
] as const
export type UnavailableBecause = (typeof unavailableCauses)[number]

const becauseOfStates: Readonly<Record<string, UnavailableBecause>> = {
  "57014": "slow-statement",
  "55P03": "locked",
  "25P03": "transaction-too-long",
  "25P04": "transaction-too-long",
  "53100": "disk-full",
  "53300": "too-many-connections",
  "25006": "read-only",
}

const becauseOfMessages: Readonly<Record<string, UnavailableBecause>> = {
  "timeout exceeded when trying to connect": "no-free-connection",
  "Query read timeout": "no-answer",
}

/** Of an error that `transientFaultIn` calls unavailable. */
export function unavailableBecause(error: unknown): UnavailableBecause {
  for (const inner of errorsIn(error)) {
    const found =
      becauseOfStates["code" in inner ? String(inner.code) : ""] ?? becauseOfMessages[inner.message]
    if (found) return found
  }
  return "database-away"
}

/** An error, what caused it, and what it is made of: a host with two addresses fails with one error for each. */
export function* errorsIn(error: unknown): Generator<Error> {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    yield inner
    if (inner instanceof AggregateError) for (const part of inner.errors) yield* errorsIn(part)
  }
}
