import { administers } from "@uc/contract/account/calls"
import { waitingCalls } from "@uc/contract/todo-counts/calls"
import { eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { implementCalls } from "../../http/calls/feature.ts"
import { cacheBriefly } from "../../realtime/cache-briefly.ts"
import { waitingFor, type Waiter } from "./todo-counts.store.ts"

export const waitingRoutes = implementCalls(waitingCalls, ({ nowMs }) => {
  const counts = cacheBriefly(nowMs, ({ db, waiter }: { db: Db; waiter: Waiter }) => waitingFor(db, waiter))
  return {
    counts: async (_input, { db, scope, user: { user } }) => {
      const { id, orgid } = user
      const areaPath = scope.areaPath || (await areaPathOf(db, orgid))
      const waiter = { id, orgid, areaPath, isAdministrator: administers(user, orgid) }
      return counts(`${id} ${orgid} ${waiter.isAdministrator}`, { db, waiter })
    },
  }
})

async function areaPathOf(db: Db, org: string): Promise<string> {
  const [own] = await db
    .select({ path: organisation.areaPath })
    .from(organisation)
    .where(eq(organisation.id, org))
  return own?.path ?? ""
}
