import { sql } from "drizzle-orm"
import type { FastifyInstance } from "fastify"
import type { Database } from "../db/open.ts"
import { organisation } from "../db/schema/organisations.ts"
import { nobody } from "../db/scope.ts"
import type { Stopping } from "./stopping.ts"

const paths = { lives: "/healthz", ready: "/readyz" } as const

/** Free of everything that is asked of other requests: whoever looks after the process must get an answer. */
export function isHealthCheck(url: string): boolean {
  return url === paths.lives || url === paths.ready
}

export function serveHealth(app: FastifyInstance, database: Database, stopping: Stopping): void {
  app.get(paths.lives, () => ({ ok: true }))
  app.get(paths.ready, async (_request, reply) => {
    stopping.noteCheck()
    if (stopping.isLeaving) return reply.code(503).send({ ok: false })
    const isReady = await database
      .within(nobody, (db) =>
        db
          .select({ one: sql`1` })
          .from(organisation)
          .limit(1),
      )
      .then(() => true)
      .catch(() => false)
    return reply.code(isReady ? 200 : 503).send({ ok: isReady })
  })
}
