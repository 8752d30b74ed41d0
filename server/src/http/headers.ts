import type { SiteConfig } from "@uc/contract/site"
import type { FastifyInstance } from "fastify"

/** What a document of this site may load; styles may be inline because the component library writes them at run time. */
export function contentSecurityPolicy(site: SiteConfig): string {
  const elsewhere = Object.values(site.services)
    .filter((base) => /^https?:/.test(base))
    .map((base) => new URL(base).origin)
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...elsewhere].join(" ")}`,
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ")
}

export function sendHeaders(app: FastifyInstance, site: SiteConfig): void {
  const policy = contentSecurityPolicy(site)
  app.addHook("onRequest", (request, reply, next) => {
    reply.header("x-request-id", request.id)
    reply.header("content-security-policy", policy)
    reply.header("x-content-type-options", "nosniff")
    reply.header("x-frame-options", "SAMEORIGIN")
    reply.header("referrer-policy", "no-referrer")
    // Whatever does not say otherwise is personal: the files of the portal do.
    reply.header("cache-control", "no-store")
    if (request.protocol === "https") {
      reply.header("strict-transport-security", "max-age=31536000")
      reply.header("cross-origin-opener-policy", "same-origin")
    }
    next()
  })
}
