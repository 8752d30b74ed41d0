import type { SiteConfig } from "@uc/contract/core/site"
import type { FastifyRequest } from "fastify"
import { isHealthCheck } from "./health-paths.ts"

const hostPattern = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const maxKnownHosts = 100

/**
 * BARE-11: whether an address can be made of the host and the protocol that a request names (or a trusted proxy names for it).
 * Health checks may name none, as balancers do with HTTP/1.0.
 */
export function hostCheck(): (request: FastifyRequest) => boolean {
  // A site has few hosts, and parsing one costs more than a look-up.
  const known = new Set<string>()
  return (request) => {
    const { host } = request
    if (host === "") return isHealthCheck(request.url)
    // A trusted proxy may pass on an unchecked host.
    if (request.protocol !== "http" && request.protocol !== "https") return false
    if (known.has(host)) return true
    if (!hostPattern.test(host) || !URL.canParse(`http://${host}`)) return false
    if (known.size >= maxKnownHosts) known.clear()
    known.add(host)
    return true
  }
}

/**
 * The address of this site as the browser knows it, protocol and host. The request's own host counts only where no
 * address is configured: otherwise a forged host would become an own origin.
 */
export function originOf({ staticAddress }: SiteConfig, request: FastifyRequest): string {
  return staticAddress === null ? `${request.protocol}://${request.host}` : new URL(staticAddress).origin
}
