/** Apart from the shapes: the first chunk has one of them, and no zod. */
export const monitorMessages = {
  today: "今日预警",
  liveDrills: "进行中的演练",
  interrupted: "监控中断",
  oneArea: "仅指定区域",
  noAddress: "暂无地址",
  unknownType: "未知类型预警",
  notificationsRefused: "浏览器已禁止本站通知，请在浏览器设置中允许后再开启",
  loadFailed: "预警监测未能打开，正在重试",
  loadNeedsReload: "预警监测未能打开，请重新加载页面",
  broken: "预警监测出现异常，暂时无法接收新的预警",
  closed: "预警监测已关闭，可在个人菜单中重新打开",
  escalatesIn: (time: string) => `${time} 后上报`,
  escalatesNow: "即将上报",
  undoClose: "撤销",
} as const
