/** BROWSER-11: what people read in a tab that is older than the server. */
export const updateMessages = {
  updated: "系统已更新，刷新页面后即可使用新版本",
  refresh: "立即刷新",
  later: "稍后",
  lostTitle: "有内容尚未保存",
  lost: "刷新后，页面上未保存的内容会丢失。建议先保存，再刷新页面。",
  refreshAnyway: "仍要刷新",
  /** After the reload, where the form is opened by a button. */
  kept: "刷新前填写的内容已保留，重新打开即可继续填写",
  restored: "已恢复刷新前填写的内容",
} as const
