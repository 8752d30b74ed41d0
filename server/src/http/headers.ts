import type { SiteConfig } from "@uc/contract/core/site"
import type { FastifyReply, FastifyRequest } from "fastify"

/**
 * What a document of this site may load; styles may be inline because the component library writes them at run time.
 * `framed`: origins whose pages may be shown inside it, besides its own (DOM-7). `scripts`: hashes of those that stand in it.
 */
export function contentSecurityPolicy(
  site: SiteConfig,
  framed: readonly string[] = [],
  scripts: readonly string[] = [],
): string {
  const elsewhere = Object.values(site.services)
    .filter((base) => /^https?:/.test(base))
    .map((base) => new URL(base).origin)
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...elsewhere].join(" ")}`,
    `frame-src ${["'self'", ...framed].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ")
}

/**
 * BARE-13: which functions of the device pages of this site, and those that they host, may use. The camera reads the codes of patrol
 * points; copying and the full screen are the portal's own. Hosted pages of other sites get none of it (docs/hosted-pages.md).
 */
const permissions = {
  self: ["camera", "clipboard-write", "fullscreen"],
  none: [
    "accelerometer",
    "clipboard-read",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
  ],
} as const
const permissionsPolicy = [
  ...permissions.self.map((feature) => `${feature}=(self)`),
  ...permissions.none.map((feature) => `${feature}=()`),
].join(", ")

export type Headers = Readonly<Record<string, string>>

/** The headers of every answer. Over http browsers ignore the last two (decision 026). */
export function headersFor(site: SiteConfig, isSecure: boolean): Headers {
  return {
    "content-security-policy": contentSecurityPolicy(site),
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "no-referrer",
    "permissions-policy": permissionsPolicy,
    // Every answer is personal unless its route says otherwise, as the portal's files do.
    "cache-control": "no-store",
    ...(isSecure
      ? { "strict-transport-security": "max-age=31536000", "cross-origin-opener-policy": "same-origin" }
      : {}),
  }
}

/**
 * OPS-9: for the portal's scripts and style sheets, which are never shown as documents. A worker takes its policy from its script. With the
 * headers of other answers each file would be 450 bytes larger.
 */
export const partHeaders: Headers = {
  "content-security-policy": "default-src 'self'",
  "permissions-policy": "camera=(), microphone=()",
}

/** Gives a function that sets them on an answer: for the hook, and for answers that no hook sees. */
export function headerWriter(site: SiteConfig): (request: FastifyRequest, reply: FastifyReply) => void {
  const plain = headersFor(site, false)
  const secure = headersFor(site, true)
  return (request, reply) => {
    reply.headers(request.protocol === "https" ? secure : plain)
    reply.header("x-request-id", request.id)
  }
}
