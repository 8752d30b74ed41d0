import type { PermissionId } from "@uc/contract/roles/permission-id"
import { todoCountCalls } from "@uc/contract/todo-counts/calls"
import { eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { reaches } from "../../db/scope.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { cacheBriefly } from "../../realtime/cache-briefly.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import { todoCountsFor, type Waiter } from "./todo-counts.store.ts"

export const todoCountRoutes = implementCalls(todoCountCalls, ({ nowMs }) => {
  const counts = cacheBriefly(nowMs, ({ db, waiter }: { db: Db; waiter: Waiter }) =>
    todoCountsFor(db, waiter),
  )
  return {
    counts: async (_input, { db, scope, user }) => {
      const { id, orgid } = user.user
      const areaPath = scope.areaPath || (await areaPathOf(db, orgid))
      const holdsHere = (permission: PermissionId) => reaches(heldScope(user, permission), orgid)
      const waiter = {
        id,
        orgid,
        areaPath,
        managesTasks: holdsHere("tasks.manage"),
        runsDrills: holdsHere("drills.run"),
        fillsAssessments: holdsHere("assessments.fill"),
        managesHazards: holdsHere("hazards.manage"),
      }
      return counts(JSON.stringify(waiter), { db, waiter })
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
