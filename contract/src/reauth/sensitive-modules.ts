/**
 * AUTH-8: what needs a re-authentication, by module id (`mid`). The name is shown by the dialog and the phone. A grant
 * lasts 300 s and is spent by one call, except where many in a row are normal: at most 20.
 */
export const sensitiveModules = {
  /** No call spends it: a proof for any module unlocks the session, and this one is for nothing else. */
  unlock: { name: "解锁会话", maxUses: 1 },
  domain: { name: "维护授权域名", maxUses: 20 },
  "domain-delete": { name: "删除授权域名", maxUses: 1 },
  "domain-secret": { name: "生成授权域名密钥", maxUses: 1 },
  password: { name: "修改密码", maxUses: 1 },
  /** The code for the new phone, once more if it does not come, and the change itself. */
  phone: { name: "更换手机号", maxUses: 4 },
  email: { name: "更换邮箱", maxUses: 1 },
  switch: { name: "切换或关联单位", maxUses: 1 },
  /** At the beginning of a school year many people are added and moved in a row. */
  person: { name: "新增、修改、调动或停用人员", maxUses: 20 },
  "person-password": { name: "重置人员密码", maxUses: 1 },
  "person-admin": { name: "调整管理员身份", maxUses: 1 },
  /** A role is composed, and then given to several people. */
  role: { name: "维护和授予角色", maxUses: 20 },
  organisation: { name: "移动、停用或合并单位", maxUses: 1 },
  department: { name: "停用或合并部门", maxUses: 20 },
  /** Arranging a menu changes many items in a row. */
  menu: { name: "维护菜单与可见范围", maxUses: 20 },
  "menu-delete": { name: "删除菜单", maxUses: 1 },
  "sign-out": { name: "强制用户下线", maxUses: 20 },
  import: { name: "导入数据", maxUses: 1 },
  "alarm-source": { name: "管理预警来源密钥", maxUses: 1 },
  application: { name: "维护接入的应用", maxUses: 20 },
  "application-delete": { name: "删除接入的应用", maxUses: 1 },
  "application-secret": { name: "生成应用密钥", maxUses: 1 },
  "sign-on": { name: "登录要求验证身份的应用", maxUses: 1 },
  "identity-source": { name: "维护登录来源", maxUses: 20 },
  "identity-link": { name: "解除绑定的外部身份", maxUses: 1 },
  screen: { name: "配对或停用大屏", maxUses: 1 },
} as const

/** DAY-1: asked for by us and not by the specification: who is known and has not failed lately needs no slider for it. */
export const modulesWithoutSlider: readonly string[] = ["unlock", "switch"] satisfies SensitiveModule[]

export type SensitiveModule = keyof typeof sensitiveModules

export function isSensitiveModule(mid: string): mid is SensitiveModule {
  return Object.hasOwn(sensitiveModules, mid)
}
