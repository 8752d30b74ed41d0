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
  // Anybody may ask as often as they like (BARE-14), so whoever comes while the database is asked shares its answer.
  let looking: Promise<boolean> | null = null
  const isReady = () =>
    (looking ??= reaches(database).finally(() => {
      looking = null
    }))
  app.get(paths.lives, () => ({ ok: true }))
  app.get(paths.ready, async (_request, reply) => {
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
