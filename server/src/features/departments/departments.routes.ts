import { departmentCalls } from "@uc/contract/departments"
import { answer } from "../../http/answer.ts"
import { mustReach } from "../../http/reach.ts"
import { departmentTree } from "./departments.store.ts"

export const departmentRoutes = answer(departmentCalls, () => ({
  tree: ({ orgid }, { db, scope }) => departmentTree(db, mustReach(scope, orgid)),
}))
