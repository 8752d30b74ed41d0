import { relative } from "node:path"
import type { SiteConfig } from "@uc/contract/core/site"
import { portalBase, siteConfigFile } from "@uc/contract/core/site-defaults"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { deviceBehind } from "../session/device.ts"
import { contentSecurityPolicy, partHeaders } from "./headers.ts"
import { inlineScripts } from "./inline-scripts.ts"

const aYear = "public, max-age=31536000, immutable"

interface PortalParts {
  readonly folder: string
  readonly site: SiteConfig
  readonly framedOrigins: (request: FastifyRequest) => Promise<readonly string[]>
}

/** The built portal. Hashed files are cached for a year; the page itself and the configuration never. */
export async function servePortal(app: FastifyInstance, parts: PortalParts): Promise<void> {
  const { folder, site, framedOrigins } = parts
  const scripts = await inlineScripts(folder)
  app.get("/", (_request, reply) => reply.redirect(portalBase))
  app.get(portalBase.slice(0, -1), (_request, reply) => reply.redirect(portalBase))
  app.get(`${portalBase}${siteConfigFile}`, () => site)
  await app.register(async (files) => {
    files.addHook("onRequest", async (request, reply) => {
      const [path] = request.url.split("?")
      if (path !== portalBase && path !== `${portalBase}index.html`) return
      // Here and not only with the first call: a page makes several at once, and each would set another cookie.
      deviceBehind(request, reply, true)
      const policy = contentSecurityPolicy(site, await framedOrigins(request), scripts)
      reply.header("content-security-policy", policy)
    })
    await files.register(fastifyStatic, {
      root: folder,
      prefix: portalBase,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Below the portal alone: where the product stands is the operator's to name.
        const isHashed = /^assets[\\/]/.test(relative(folder, path))
        reply.header("cache-control", isHashed ? aYear : "no-cache")
        if (isHashed && /\.(?:js|css)(?:\.\w+)?$/.test(path)) reply.headers(partHeaders)
      },
    })
  })
}
