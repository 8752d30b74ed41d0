/** Sentences of the portal alone. Not in the protocol, which every hosted page loads. */
export const refusalMessages = {
  noSuchModule: "没有这项操作，请检查模块标识",
  askedAlready: "已有一个身份验证在等待，请先完成",
  dismissed: "刚才的窗口已被关闭，请稍后再试",
  closedPlace: "不能打开该页面",
  noSaving: "其他网站不能替用户保存范围，请在选择后自行处理",
  noEditing: "其他网站不能在选择时维护部门",
} as const
