/** What 运行状态 calls the jobs of the server, by their names in the log. */
export const jobTitles: Readonly<Record<string, string>> = {
  "delete-expired": "清理过期数据",
  "escalate-overdue-alarms": "超时预警上报",
  "escalate-overdue-hazards": "超期隐患上报",
  "fail-abandoned-imports": "结束中断的导入",
  "schedule-patrol-visits": "安排巡查",
  "find-missed-patrols": "登记漏巡",
  "remind-of-patrols": "巡查提醒",
  "ring-of-failing-webhooks": "变更通知失败提醒",
  "announce-news": "发布定时新闻",
  "publish-due-notices": "发布定时通知",
  "remind-of-pinned-notices": "置顶通知提醒",
  "remind-of-due-drills": "演练提醒",
  "remind-of-assessments": "考核提醒",
  "remind-of-due-tasks": "任务到期提醒",
  "repeat-due-tasks": "生成周期任务",
  "remove-orphans": "清理无主附件",
  "keep-months": "按月分区与归档",
}

/** A job of a newer process is called by its own name. */
export function jobTitle(name: string): string {
  return jobTitles[name] ?? name
}

/** What waits to be done by the server itself. */
export const queueTitles = {
  sms: "待发短信",
  webhook: "待转发提醒",
  imports: "数据导入",
  firstPasswords: "初始密码",
  signOuts: "待送达的退出通知",
  changes: "待送达的变更通知",
} as const
export type QueueName = keyof typeof queueTitles
