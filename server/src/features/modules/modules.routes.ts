import { moduleCalls } from "@uc/contract/modules/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { moduleTree } from "./modules.store.ts"

export const moduleRoutes = implementCalls(moduleCalls, () => ({
  tree: ({ identifier, ifAll }, { db, user }) =>
    moduleTree(db, user.user, { identifier: identifier ?? null, isAll: ifAll === 1 }),
}))
