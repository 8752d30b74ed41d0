import { z } from "zod"

/** SSO-5: what a key of an application lets its server do, with what that is called on the screen. */
export const keyScopeLabels = {
  "directory:read": "读取通讯录",
  "directory:write": "写入通讯录",
} as const
export type KeyScope = keyof typeof keyScopeLabels
export const keyScopes = Object.keys(keyScopeLabels) as [KeyScope, ...KeyScope[]]
export const KeyScope = z.enum(keyScopes)

export const applicationKeyLimits = {
  name: 30,
  /** Of one application. */
  rows: 10,
  /** How long a key that ends may be good for. */
  days: 1825,
  /** Wrong keys from one address within `failedS`; after that it is answered with 429. */
  failed: 30,
  failedS: 300,
} as const

export const applicationKeyMessages = {
  nameMissing: "请填写密钥名称",
  nameHidden: "密钥名称中不能有看不见的字符",
  noScope: "请至少选择一项权限",
  tooMany: `每个应用最多${applicationKeyLimits.rows}个接口密钥，请先作废不再使用的`,
  gone: "该接口密钥不存在或已作废，请刷新后再试",
  otherMaster: (name: string) => `“${name}”已是本单位的主数据源，请先取消`,
  /** In the forms that change people, while an application is the master source. */
  synced: (name: string) =>
    `本单位的人员和部门由“${name}”同步。请优先在“${name}”中修改；在这里的修改可能被下一次同步覆盖。`,
  platformNoMaster: "平台单位的人员不能由其他系统写入",
} as const
