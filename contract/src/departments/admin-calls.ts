import { z } from "zod"
import { call } from "../core/call.ts"
import { departmentLimits, departmentMessages } from "./calls.ts"
import { MergePlan } from "../organisations/admin-calls.ts"
import { Count, Id, Shift, ZeroOne } from "../core/wire.ts"

export const departmentAdminMessages = {
  belowItself: "不能把部门移到它自己或它的下级部门之下",
  tooDeep: `移动后会超过${departmentLimits.levels}级部门，请选择更高的上级部门`,
  nameTaken: "新的上级部门下已有同名部门，请先改名",
  targetGone: "目标部门不存在或已停用，请刷新后再试",
  changedMeanwhile: departmentMessages.changedMeanwhile,
  alreadyThere: "该部门已在所选的上级部门下",
  mergeSelf: "不能把部门并入它自己或它的下级部门",
  disableHasPeople: "该部门下还有人员，请先把人员调到其他部门",
  disableHasChildren: "该部门下还有在用的子部门，请先停用或移走子部门",
  alreadyFirst: "已经是同级部门中的第一个",
  alreadyLast: "已经是同级部门中的最后一个",
  parentDisabled: "上级部门已停用，请先启用上级部门",
} as const

export const DepartmentDetails = z.object({
  id: Id,
  orgid: Id,
  orgname: z.string(),
  name: z.string(),
  parentId: Id.nullable(),
  /** Names of the departments above it, the topmost first. */
  path: z.array(z.string()),
  level: z.int(),
  isDisabled: z.boolean(),
  version: Count,
  /** Among those in use that stand beside it. */
  isFirst: z.boolean(),
  isLast: z.boolean(),
  children: z.int(),
  /** In it, and in it or below it: each counted once. */
  people: z.int(),
  peopleBelow: z.int(),
  mayChange: z.boolean(),
})
export type DepartmentDetails = z.infer<typeof DepartmentDetails>

/** A department that is to be moved, and its target. Levels are indexes; the organisation itself is -1. */
export interface DepartmentMove {
  readonly id: Id
  readonly level: number
  /** Its deepest department's level. */
  readonly deepest: number
  readonly target: { readonly id: Id; readonly level: number; readonly ids: readonly Id[] } | null
}

/** Why it can't go there, by the name of the sentence; null: it can. */
export function moveObstacle({
  id,
  level,
  deepest,
  target,
}: DepartmentMove): "belowItself" | "tooDeep" | null {
  if (target && (target.id === id || target.ids.includes(id))) return "belowItself"
  const newLevel = (target?.level ?? -1) + 1
  return newLevel + (deepest - level) > departmentLimits.lastLevelIndex ? "tooDeep" : null
}

const post = { service: "newusercenter", method: "POST", encoding: "form", writes: true } as const
const seen = { orgid: Id, deptid: Id, version: Count }

export const departmentAdminCalls = {
  details: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/depart/details",
    permission: null,
    more: "departments.manage",
    input: z.object({ deptid: Id }),
    output: DepartmentDetails,
  }),
  /** As the last below `toDeptid`, with all that stands below it; without one to the top. */
  move: call({
    ...post,
    path: "/v1/depart/move",
    sensitive: false,
    permission: "departments.manage",
    input: z.object({ ...seen, toDeptid: Id.optional() }),
    output: z.object({}),
  }),
  /** One position up or down among its siblings: the order of every tree and list (DEPT-1). */
  shift: call({
    ...post,
    path: "/v1/depart/shift",
    sensitive: false,
    permission: "departments.manage",
    input: z.object({ ...seen, by: Shift }),
    output: z.object({}),
  }),
  setState: call({
    ...post,
    path: "/v1/depart/setState",
    sensitive: "department",
    permission: "departments.manage",
    input: z.object({ ...seen, isDisabled: ZeroOne }),
    output: z.object({}),
  }),
  mergePlan: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/depart/mergePlan",
    permission: "departments.manage",
    input: z.object({ orgid: Id, deptid: Id, toDeptid: Id }),
    output: MergePlan,
  }),
  /** People and departments of the first go to the second, and the first is disabled. It can't be undone. */
  merge: call({
    ...post,
    path: "/v1/depart/merge",
    sensitive: "department",
    permission: "departments.manage",
    input: z.object({ ...seen, toDeptid: Id, intoVersion: Count }),
    output: z.object({ people: z.int() }),
  }),
}
