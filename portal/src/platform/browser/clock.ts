/** The only access to the time of day, so that a test can set it. */
export function nowMs(): number {
  return Date.now()
}
