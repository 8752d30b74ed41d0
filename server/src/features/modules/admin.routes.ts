import { moduleAdminCalls, moduleAdminMessages, moduleTree } from "@uc/contract/modules/admin-calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { Refusal } from "../../errors/refusal.ts"
import { treeHandlers } from "../trees/public.ts"
import {
  addModule,
  changeModule,
  menusOfModule,
  placeModules,
  removeModule,
  setModuleDisabled,
  storedModules,
} from "./admin.store.ts"

/** DISTRICT-9. Modules are the platform's, like the menus that belong to them. */
export const moduleAdminRoutes = implementCalls(moduleAdminCalls, () =>
  treeHandlers({
    noun: "moduleAdmin",
    shape: moduleTree,
    open({ db }, orgid) {
      if (orgid !== undefined) throw new Refusal(moduleAdminMessages.notOfOrganisation)
      return Promise.resolve({
        lockKey: "module",
        ownerName: null,
        mayAddTop: true,
        isFixed: () => false,
        nodes: () => storedModules(db),
        add: (node) => addModule(db, node),
        change: (id, { name }) => changeModule(db, id, name),
        place: (_moved, parentId, order) => placeModules(db, parentId, order),
        setDisabled: (id, isDisabled) => setModuleDisabled(db, id, isDisabled),
        remove: ({ id }) => removeModule(db, id),
        usesOf: ({ id }) => menusOfModule(db, id),
      })
    },
  }),
)
