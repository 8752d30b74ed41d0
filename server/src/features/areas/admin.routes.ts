import { areaAdminCalls, areaAdminMessages, areaTree } from "@uc/contract/areas/admin-calls"
import { unrestricted } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { Refusal } from "../../errors/refusal.ts"
import { treeHandlers } from "../trees/public.ts"
import {
  addArea,
  changeArea,
  isAreaTaken,
  organisationsInArea,
  placeAreas,
  removeArea,
  setAreaDisabled,
  storedAreas,
} from "./admin.store.ts"

/** DISTRICT-9. The platform's administrators arrange all areas, those of an area what stands below it. */
export const areaAdminRoutes = implementCalls(areaAdminCalls, (services) =>
  treeHandlers({
    noun: "areaAdmin",
    shape: areaTree,
    open({ db, user: { administered } }, orgid) {
      if (orgid !== undefined) throw new Refusal(areaAdminMessages.notOfOrganisation)
      const own = administered.reach === "all" ? null : administered.areaPath
      return Promise.resolve({
        // Codes are everybody's: one lock for all.
        lockKey: "area",
        ownerName: null,
        mayAddTop: own === null,
        isFixed: ({ id }) => own !== null && own.split("/").at(-2) === id,
        nodes: () => storedAreas(db, own),
        async add(node) {
          // A code that is taken elsewhere is out of the viewer's sight, and taken all the same.
          const isTaken = await services.database.transaction(unrestricted, (all) =>
            isAreaTaken(all, node.code),
          )
          return isTaken ? null : addArea(db, node)
        },
        change: (id, { name }) => changeArea(db, id, name),
        place: (moved, parentId, order) => placeAreas(db, moved, parentId, order),
        setDisabled: (id, isDisabled) => setAreaDisabled(db, id, isDisabled),
        remove: ({ id }) => removeArea(db, id),
        usesOf: ({ id }) => organisationsInArea(db, id),
        async reparentObstacle({ id }) {
          const used = await organisationsInArea(db, id, { isWithBelow: true, isPlatformToo: false })
          const [organisations] = used
          return organisations ? areaAdminMessages.moveHasOrganisations(organisations.count) : null
        },
      })
    },
  }),
)
