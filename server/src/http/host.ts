import type { SiteConfig } from "@uc/contract/core/site"
import type { FastifyRequest } from "fastify"
import { isHealthCheck } from "./health-paths.ts"

const hostPattern = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const knownAtMost = 100

/**
 * BARE-11: whether an address can be made of the host and the protocol that a request names (or a trusted proxy names for it).
 * Whoever only checks our health may name none, as balancers do with HTTP/1.0.
 */
export function hostCheck(): (request: FastifyRequest) => boolean {
  // A site has few names, and reading one costs more than finding it.
  const known = new Set<string>()
  return (request) => {
    const { host } = request
    if (host === "") return isHealthCheck(request.url)
    // A trusted proxy may pass on what it was told.
    if (request.protocol !== "http" && request.protocol !== "https") return false
    if (known.has(host)) return true
    if (!hostPattern.test(host) || !URL.canParse(`http://${host}`)) return false
    if (known.size >= knownAtMost) known.clear()
    known.add(host)
    return true
  }
}

/**
 * Where the asker sees this site, as protocol and host. What a request says about it is believed only where no address is
 * configured: whoever can make a browser send another host would be at home with us otherwise.
 */
export function originOf({ staticAddress }: SiteConfig, request: FastifyRequest): string {
  return staticAddress === null ? `${request.protocol}://${request.host}` : new URL(staticAddress).origin
}
