import { cutText } from "@uc/contract/core/cut-text"
import { DrizzleQueryError } from "drizzle-orm"

interface LoggedError {
  [key: string]: unknown
  readonly type: string
  readonly message: string
  /** The stack frames, without the message in front of them. */
  readonly stack: string
  readonly cause?: LoggedError
  readonly errors?: readonly LoggedError[]
}

/**
 * An error as it may be logged; every error passes here. A failed query lists its parameters, and the database's reason
 * quotes values and whole rows: people's names, phones and addresses. What remains are the statement, the code and names of
 * the schema.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: masked(String(error)), stack: "" }
  const inner = error instanceof AggregateError ? error.errors.slice(0, innerErrors).map(loggedError) : []
  return {
    type: error.name,
    message: messageOf(error),
    stack: framesOf(error),
    ...namesIn(error),
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
    ...(inner.length === 0 ? {} : { errors: inner }),
  }
}

/** For the standard output: what went wrong and where, with its causes. */
export function errorText(error: unknown): string {
  const { stack } = loggedError(error)
  return `${errorReason(error)}${stack === "" ? "" : `\n${stack}`}`
}

/** In one line: what went wrong and why. */
export function errorReason(error: unknown): string {
  return reasonsIn(loggedError(error)).join("; ")
}

function reasonsIn({ message, code, constraint, cause, errors = [] }: LoggedError): string[] {
  const named = [code, constraint].filter((name) => typeof name === "string").join(" ")
  const inner = cause ? [cause, ...errors] : errors
  return [`${message}${named === "" ? "" : ` (${named})`}`, ...inner.flatMap(reasonsIn)]
}

const innerErrors = 3
const maxMessageLength = 2000

/** Fields of PostgreSQL's and Node's errors that hold their own names and numbers, never what a person typed. */
const loggedFields = [
  "code",
  "severity",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
  "routine",
  "errno",
  "syscall",
]

function namesIn(error: Error): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(error).filter(
      ([key, value]) =>
        loggedFields.includes(key) && (typeof value === "string" || typeof value === "number"),
    ),
  )
}

function messageOf(error: Error): string {
  if (error instanceof DrizzleQueryError) return masked(`Failed query: ${error.query}`)
  return masked(isOfValues(error) ? withoutQuoted(error) : error.message)
}

/** SQLSTATE classes whose messages quote names of the database and its roles, which an operator needs. */
const quotesNames = /^(?:08|28|3D|42|53|55|57|58)/

function isOfValues(error: Error): boolean {
  return "severity" in error && "code" in error && !quotesNames.test(String(error.code))
}

/** A value is quoted as it is, with quotes of its own: so everything goes from the first that is no name to the last one. */
function withoutQuoted(error: Error): string {
  const { message } = error
  const names = Object.values(namesIn(error)).map((name) => `"${String(name)}"`)
  let at = message.indexOf('"')
  for (;;) {
    if (at === -1) return message
    const name = names.find((known) => message.startsWith(known, at))
    if (name === undefined) break
    at = message.indexOf('"', at + name.length)
  }
  const last = message.lastIndexOf('"')
  return `${message.slice(0, at)}"***"${last === at ? "" : message.slice(last + 1)}`
}

/** Phones, idcards and other long numbers do not belong into a log. */
function masked(message: string): string {
  const [before = ""] = message.split("\nparams:")
  return cutText(before, maxMessageLength).replaceAll(/[0-9]{7,}/g, "***")
}

function framesOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message)
  const behind = at < 0 ? stack : stack.slice(at + message.length)
  return behind
    .split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .join("\n")
}
