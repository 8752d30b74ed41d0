/** DISTRICT-8: which rule decides that somebody does not see a page or a record, in the order in which they are checked. */
export const reasons = {
  seen: "可以看到",
  accountDisabled: "账号已停用",
  organisationDisabled: "所在单位已停用",
  permissionMissing: "没有权限",
  menuHidden: "菜单未对其开放",
  menuMissing: "没有指向该页面的菜单",
  siteNotAuthorised: "网站未授权",
  outOfReach: "超出可见范围",
  outOfScope: "超出权限的数据范围",
  notConcerned: "与本人无关",
  recordMissing: "记录不存在",
  accountLocked: "账号已锁定",
  neverSignedIn: "从未登录",
  signedOut: "目前没有登录",
} as const
export type Reason = keyof typeof reasons

export const explainedRecords = {
  organisation: "单位",
  person: "人员",
  alarm: "预警",
  task: "任务",
  assessment: "考核",
  application: "外部应用",
} as const
export type ExplainedRecord = keyof typeof explainedRecords
