import { DrizzleQueryError } from "drizzle-orm"

interface LoggedError {
  [key: string]: unknown
  type: string
  message: string
  stack: string
}

/**
 * An error as the log may keep it. A failed query's own message and stack list its parameters, which are people's names,
 * phones and addresses: only the statement and the database's reason are kept.
 */
export function loggedError(error: Error): LoggedError {
  const code = "code" in error ? { code: error.code } : {}
  const cause = error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}
  const own =
    error instanceof DrizzleQueryError
      ? { message: `Failed query: ${error.query}`, stack: "" }
      : { message: error.message, stack: error.stack ?? "" }
  return { type: error.name, ...own, ...code, ...cause }
}
