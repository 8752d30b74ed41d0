import { buildingCalls } from "@uc/contract/buildings"
import { idsOf } from "@uc/contract/wire"
import { organisationOf } from "../../db/organisation-of.ts"
import { answer } from "../../http/answer.ts"
import { mustBeThere, mustReach, outOfReach } from "../../http/reach.ts"
import { buildingsBelow, findBuildings, hasBuilding, layersOf, saveRelation } from "./buildings.store.ts"

export const buildingRoutes = answer(buildingCalls, () => ({
  layersOfDepartment: async ({ departmentid }, { db, scope }) =>
    layersOf(db, mustReach(scope, mustBeThere(await organisationOf(db, "department", departmentid)))),

  saveRelation: async ({ objectIds, layerIds, objectType, orgid }, { db, scope }) => {
    const isSaved = await saveRelation(db, {
      org: mustReach(scope, orgid),
      objectType,
      objectIds: idsOf(objectIds),
      layerIds: idsOf(layerIds),
    })
    if (!isSaved) throw outOfReach()
    return {}
  },

  tree: async ({ parentId, orgid }, { db, scope, user }) => {
    const org = mustReach(scope, orgid ?? user.user.orgid)
    if (parentId !== undefined && !(await hasBuilding(db, org, parentId))) throw outOfReach()
    return buildingsBelow(db, org, parentId ?? null)
  },

  treeByParams: ({ parentId, orgid, ids, buildingname }, { db, scope, user }) =>
    findBuildings(db, mustReach(scope, orgid ?? user.user.orgid), {
      parent: parentId ?? null,
      ids: ids === undefined ? null : idsOf(ids),
      name: buildingname ?? null,
    }),
}))
