export const healthPaths = { alive: "/healthz", ready: "/readyz" } as const

/** Exempt from all checks of other requests: a monitor must always get an answer. */
export function isHealthCheck(url: string): boolean {
  return url === healthPaths.alive || url === healthPaths.ready
}
