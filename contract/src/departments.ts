import { z } from "zod"
import { call } from "./call.ts"
import { PersonType } from "./people.ts"
import { Id } from "./wire.ts"

export const DepartmentNode = z.object({
  id: Id,
  name: z.string(),
  sortNo: z.int(),
  get children(): z.ZodArray<typeof DepartmentNode> {
    return z.array(DepartmentNode)
  },
})
export type DepartmentNode = z.infer<typeof DepartmentNode>

/** DEPT-3: five levels, so level index 4 is the last one. */
export const departmentLimits = { levels: 5, lastLevelIndex: 4 } as const

export const departmentMessages = { tooDeep: "该部门已是第5级，不能再添加子级" } as const

export function canTakeChildren(levelIndex: number): boolean {
  return levelIndex < departmentLimits.lastLevelIndex
}

export const departmentCalls = {
  /** DEPT-1: the whole tree of one organisation, each level ordered by `sortNo`. */
  tree: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/depart/depettree",
    input: z.object({ orgid: Id, type: PersonType.optional() }),
    output: z.array(DepartmentNode),
  }),
}
