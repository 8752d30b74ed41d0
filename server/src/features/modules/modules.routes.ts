import { moduleCalls } from "@uc/contract/modules/calls"
import { answer } from "../../http/calls/register-calls.ts"
import { moduleTree } from "./modules.store.ts"

export const moduleRoutes = answer(moduleCalls, () => ({
  tree: ({ identifier, ifAll }, { db, user }) =>
    moduleTree(db, user.user, { identifier: identifier ?? null, isAll: ifAll === 1 }),
}))
