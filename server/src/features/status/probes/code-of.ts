/** Why something failed, by the system's own short code: `ECONNREFUSED`. Messages may name what nobody should read. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code
  if (error instanceof Error && error.cause !== undefined) return codeOf(error.cause)
  return error instanceof Error && /^[A-Z][A-Z_0-9]+$/.test(error.message) ? error.message : "ERROR"
}
