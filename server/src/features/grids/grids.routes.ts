import { gridCalls } from "@uc/contract/grids/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { mustReach } from "../../session/reach.ts"
import { gridTree } from "./grids.store.ts"

export const gridRoutes = implementCalls(gridCalls, () => ({
  tree: ({ orgid, ifCallBackSpaceName }, { db, scope, user }) =>
    gridTree(db, mustReach(scope, orgid ?? user.user.orgid), { isWithSpace: ifCallBackSpaceName === 1 }),
}))
