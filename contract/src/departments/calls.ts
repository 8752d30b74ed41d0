import { z } from "zod"
import { call } from "../core/call.ts"
import { PersonType } from "../people/calls.ts"
import { shownName } from "../core/shown-name.ts"
import { Count, FilterKeys, Id } from "../core/wire.ts"

export const DepartmentNode = z.object({
  id: Id,
  name: z.string(),
  sortNo: z.int(),
  keys: FilterKeys,
  get children(): z.ZodArray<typeof DepartmentNode> {
    return z.array(DepartmentNode)
  },
})
export type DepartmentNode = z.infer<typeof DepartmentNode>

export const departmentLimits = {
  /** DEPT-3: five levels, so level index 4 is the last one. */
  levels: 5,
  lastLevelIndex: 4,
  name: 50,
  /** In one organisation: the whole tree is one answer (DEPT-1). */
  departments: 2000,
} as const

export const departmentMessages = {
  tooDeep: "该部门已是第5级，不能再添加子级",
  nameMissing: "请输入部门名称",
  nameHidden: "部门名称不能含有控制字符或不可见字符",
  nameTaken: "同级下已有同名部门",
  tooMany: `每个单位最多${departmentLimits.departments}个部门`,
  hasPeople: "该部门下还有人员，不能删除",
  hasChildren: "该部门下还有子部门，不能删除",
  cannotMove: "不能更改部门的上级部门",
  changedMeanwhile: "该部门刚刚被其他管理员修改过，请刷新后再试",
  saved: "保存成功",
  confirmRemove: "是否删除该部门?",
  removed: "删除成功",
} as const

export function canTakeChildren(levelIndex: number): boolean {
  return levelIndex < departmentLimits.lastLevelIndex
}

const DepartmentName = shownName(departmentLimits.name, {
  missing: departmentMessages.nameMissing,
  hidden: departmentMessages.nameHidden,
})

export const departmentCalls = {
  /** DEPT-1: the whole tree of one organisation, each level ordered by `sortNo`; with `type`, only of an organisation whose staff is of it. */
  tree: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/depart/depettree",
    permission: null,
    specified: true,
    input: z.object({ orgid: Id, type: PersonType.optional() }),
    output: z.array(DepartmentNode),
  }),
  /**
   * Without an id it adds a department, as the last below `parentId` or at the top; with one it renames. `version`: as it was
   * when one looked.
   */
  save: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/depart/addOrUpdate",
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: "departments.manage",
    input: z.object({
      orgid: Id,
      id: Id.optional(),
      parentId: Id.optional(),
      name: DepartmentName,
      version: Count.optional(),
    }),
    output: DepartmentNode,
  }),
  remove: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/depart/delete",
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: "departments.manage",
    input: z.object({ orgid: Id, id: Id }),
    output: z.object({}),
  }),
}
