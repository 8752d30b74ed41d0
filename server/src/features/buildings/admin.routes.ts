import { buildingAdminCalls, buildingTree } from "@uc/contract/buildings/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { organisationTree, ownedByOrganisation, treeHandlers } from "../trees/public.ts"
import { usesOfBuilding } from "./building-uses.ts"

/** DISTRICT-9: an organisation's campuses, buildings, layers and rooms. */
export const buildingAdminRoutes = implementCalls(buildingAdminCalls, () =>
  treeHandlers({
    noun: "buildingAdmin",
    shape: buildingTree,
    async open(context, orgid) {
      const { db } = context
      const { org, ownerName } = await ownedByOrganisation(context, orgid)
      const stored = organisationTree(db, org, {
        table: "building",
        kind: sql`type`,
        note: sql`''`,
        insert: ({ kind }) => ({ type: kind }),
        update: () => ({}),
      })
      return {
        lockKey: `building:${org}`,
        ownerName,
        mayAddTop: true,
        isFixed: () => false,
        usesOf: ({ id }) => usesOfBuilding(db, org, id),
        ...stored,
        async add(node) {
          const added = await stored.add(node)
          await markLeaves(db, org, [node.parentId])
          return added
        },
        async place(moved, parentId, order) {
          await stored.place(moved, parentId, order)
          await markLeaves(db, org, [moved.parentId, parentId])
        },
        async remove(node) {
          await stored.remove(node)
          await markLeaves(db, org, [node.parentId])
        },
      }
    },
  }),
)

/** `is_leaf` says whether anything stands below. */
async function markLeaves(db: Db, org: Id, parents: readonly (Id | null)[]): Promise<void> {
  const ids = parents.flatMap((id) => id ?? [])
  if (ids.length === 0) return
  await db.execute(sql`
    update building set is_leaf = not exists (
      select from building child where child.org_id = building.org_id and child.parent_id = building.id)
    where org_id = ${org} and id = any(${sql.param(ids)}::bigint[])`)
}
