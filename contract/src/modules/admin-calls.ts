import { callsOfTree, treeLimits, type TreeShape } from "../trees/tree-calls.ts"

const hint = `字母、数字、点、下划线和连字符，不超过${treeLimits.code}个；其他系统按它查找模块，保存后不能修改`

export const moduleTree: TreeShape = {
  one: "模块",
  levels: 5,
  nodes: 1000,
  kinds: { module: { label: "模块", below: ["module"] } },
  top: ["module"],
  code: { label: "标识", hint, pattern: /^[A-Za-z0-9._-]{1,64}$/ },
  note: null,
}

export const moduleAdminMessages = {
  platformOnly: "只有平台管理员可以维护模块",
  notOfOrganisation: "模块不属于某个单位，请去掉单位参数",
} as const

/** DISTRICT-9: modules are the platform's, like the menus that belong to them, and for its administrators. */
export const moduleAdminCalls = callsOfTree("/v1/module/admin", "modules.manage")
