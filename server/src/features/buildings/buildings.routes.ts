import { buildingCalls } from "@uc/contract/buildings/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { organisationOf } from "../organisations/public.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { mustAdminister, foundOrForbidden, mustReach, outOfReach } from "../../session/reach.ts"
import { buildingsBelow, findBuildings, hasBuilding } from "./buildings.store.ts"
import { layersOf, layersOfDepartment, relationsOf, saveRelation } from "./ranges.store.ts"

async function ownParent(db: Db, org: Id, parent: Id | undefined): Promise<Id | null> {
  if (parent === undefined) return null
  if (!(await hasBuilding(db, org, parent))) throw outOfReach()
  return parent
}

export const buildingRoutes = implementCalls(buildingCalls, () => ({
  layersOfDepartment: async ({ departmentid, orgid }, { db, scope, user }) => {
    const asked = mustReach(scope, orgid ?? user.user.orgid)
    if (departmentid === undefined) return layersOf(db, asked)
    const org = mustReach(scope, foundOrForbidden(await organisationOf(db, "department", departmentid)))
    // DISTRICT-15: two parameters that contradict each other are refused, not one of them ignored.
    if (orgid !== undefined && orgid !== org) throw outOfReach()
    return layersOfDepartment(db, org, departmentid)
  },

  relations: async ({ objectIds, objectType, orgid }, { db, scope, user }) => {
    const org = mustReach(scope, orgid ?? user.user.orgid)
    const objects = [...new Set(idsOf(objectIds))]
    return foundOrForbidden(await relationsOf(db, { org, objectType, objects }))
  },

  saveRelation: async ({ objectIds, layerIds, objectType, orgid }, context) => {
    const objects = [...new Set(idsOf(objectIds))]
    const layers = [...new Set(idsOf(layerIds))]
    const org = mustAdminister(context, orgid)
    const { before, after } = foundOrForbidden(
      await saveRelation(context.db, { org, objectType, objects, layers }),
    )
    await writeAuditEntry(context, "buildings.saveRelation", {
      objectType,
      objectIds: objects,
      before: { relations: before },
      after: { relations: after },
    })
    return {}
  },

  tree: async ({ parentId, orgid }, { db, scope, user }) => {
    const org = mustReach(scope, orgid ?? user.user.orgid)
    return buildingsBelow(db, org, await ownParent(db, org, parentId))
  },

  treeByParams: async ({ parentId, orgid, ids, buildingname }, { db, scope, user }) => {
    const org = mustReach(scope, orgid ?? user.user.orgid)
    return findBuildings(db, org, {
      parent: await ownParent(db, org, parentId),
      ids: ids === undefined ? null : idsOf(ids),
      name: buildingname ?? null,
    })
  },
}))
