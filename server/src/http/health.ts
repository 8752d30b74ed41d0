import { sql } from "drizzle-orm"
import type { FastifyInstance } from "fastify"
import type { Database } from "../db/open.ts"
import { organisation } from "../db/schema/organisations.ts"
import { nobody } from "../db/scope.ts"

export function serveHealth(app: FastifyInstance, database: Database): void {
  app.get("/healthz", () => ({ ok: true }))
  app.get("/readyz", async (_request, reply) => {
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
