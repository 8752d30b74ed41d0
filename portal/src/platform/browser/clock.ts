/** The one door to the time of day, so that a test may own it. */
export function nowMs(): number {
  return Date.now()
}
