import { sql } from "drizzle-orm"
import type { FastifyInstance } from "fastify"
import type { Database } from "../db/open.ts"
import { organisation } from "../db/schema/organisations.ts"
import { nobody } from "../db/scope.ts"
import { healthPaths } from "./health-paths.ts"
import type { Stopping } from "./stopping.ts"

interface Parts {
  readonly database: Database
  readonly stopping: Stopping
  /** OPERATE-6: which build answers, as `0.1.0+4f2c1a9b7d3e`. */
  readonly version: string
}

export function serveHealth(app: FastifyInstance, { database, stopping, version }: Parts): void {
  // There is no limit to health checks (BARE-14): those that come while the database is queried share its answer.
  let looking: Promise<boolean> | null = null
  const isReady = () =>
    (looking ??= reaches(database).finally(() => {
      looking = null
    }))
  app.get(healthPaths.alive, () => ({ ok: true, version }))
  app.get(healthPaths.ready, async (_request, reply) => {
    stopping.noteCheck()
    const ok = !stopping.isLeaving && (await isReady())
    return reply.code(ok ? 200 : 503).send({ ok })
  })
}

async function reaches(database: Database): Promise<boolean> {
  try {
    await database.transaction(nobody, (db) =>
      db
        .select({ one: sql`1` })
        .from(organisation)
        .limit(1),
    )
    return true
  } catch {
    return false
  }
}
