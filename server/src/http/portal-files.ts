import type { SiteConfig } from "@uc/contract/site"
import { portalBase, siteConfigFile } from "@uc/contract/site-defaults"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance } from "fastify"

const aYear = "public, max-age=31536000, immutable"

/** The built portal. Hashed files are kept for a year; the page itself and the configuration never. */
export async function servePortal(app: FastifyInstance, folder: string, site: SiteConfig): Promise<void> {
  app.get("/", (_request, reply) => reply.redirect(portalBase))
  app.get(portalBase.slice(0, -1), (_request, reply) => reply.redirect(portalBase))
  app.get(`${portalBase}${siteConfigFile}`, () => site)
  await app.register(fastifyStatic, {
    root: folder,
    prefix: portalBase,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header("cache-control", /[\\/]assets[\\/]/.test(path) ? aYear : "no-cache")
    },
  })
}
