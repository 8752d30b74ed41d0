export const healthPaths = { alive: "/healthz", ready: "/readyz" } as const

/** Free of everything that is asked of other requests: whoever looks after the process must get an answer. */
export function isHealthCheck(url: string): boolean {
  return url === healthPaths.alive || url === healthPaths.ready
}
