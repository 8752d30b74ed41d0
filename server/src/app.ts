import { randomUUID } from "node:crypto"
import cookie from "@fastify/cookie"
import formbody from "@fastify/formbody"
import { calls } from "@uc/contract/calls"
import type { SiteConfig } from "@uc/contract/site"
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from "fastify"
import type { Database } from "./db/open.ts"
import { features } from "./features.ts"
import { register, type House } from "./http/answer.ts"
import { shape, shapeFaults } from "./http/faults.ts"
import { sendHeaders } from "./http/headers.ts"
import { openApiOf } from "./http/openapi.ts"
import { servePortal } from "./http/portal-files.ts"
import { sessionsIn } from "./http/session.ts"
import { serveHealth } from "./http/health.ts"
import type { Passwords } from "./passwords.ts"

const bodyLimit = 64 * 1024

export interface AppParts {
  readonly database: Database
  readonly passwords: Passwords
  readonly site: SiteConfig
  /** Where the built portal is, or null where something else serves it. */
  readonly portalFolder: string | null
  readonly trustedProxies: number
  readonly logger: FastifyServerOptions["logger"]
  readonly nowMs: () => number
}

/** The whole application, without a port and without the environment. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { database, passwords, site } = parts
  const app: FastifyInstance = fastify({
    logger: parts.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < parts.trustedProxies,
    bodyLimit,
    requestTimeout: 30_000,
    // What can't be routed (a broken address) is answered in the same envelope.
    frameworkErrors: (error, request, reply) => shape(error, request, reply),
  })
  shapeFaults(app)
  sendHeaders(app, site)
  await app.register(cookie)
  await app.register(formbody, { bodyLimit })

  const { nowMs } = parts
  const house: House = { database, passwords, site, nowMs, sessions: sessionsIn(database, nowMs) }
  register(app, house, features)
  serveHealth(app, database)
  const openApi = openApiOf(calls, site.brand.name)
  app.get("/openapi.json", () => openApi)
  if (parts.portalFolder !== null) await servePortal(app, parts.portalFolder, site)
  return app
}
