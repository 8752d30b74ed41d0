import {
  changedObjectLabels,
  changedObjects,
  directoryChangeLabels,
  directoryChanges,
  webhookHeaders,
  webhookLimits,
  webhookType,
  type ChangedObject,
} from "../applications/webhooks.ts"

/** SSO-5, SSO-6: what an application's address is sent, one for each kind of object. */
export interface WebhookNotice {
  readonly name: ChangedObject | "test"
  readonly summary: string
  readonly description: string
  readonly types: readonly string[]
  /** Null: there is nothing to say. */
  readonly data: object | null
}

const data: Readonly<Record<ChangedObject, object>> = {
  person: {
    name: "张三",
    preferred_username: "zhangsan",
    organisation_id: "31",
    department_ids: ["204"],
    active: true,
  },
  department: { name: "教务处", organisation_id: "31", parent_id: null, sort: 1, active: true },
  organisation: { name: "第一小学", kind: "school", area_id: "12", active: true },
}

/** What stands beside the name of their group: nobody calls them. */
export const webhookGroupWords = "由本系统发往应用登记的接收地址"

const answered = `请在 ${webhookLimits.answerS} 秒内回答 2xx；其他回答会重试，直到 ${webhookLimits.hours} 小时。同一条通知可能收到两次，请按 ${webhookHeaders.id} 去重。`

export const webhookNotices: readonly WebhookNotice[] = [
  ...changedObjects.map((object) => ({
    name: object,
    summary: `${changedObjectLabels[object]}的变更：${Object.values(directoryChangeLabels).join("、")}`,
    description: `${webhookGroupWords}。data 是发送时的内容，以应用可以获知的为限；null 表示已不存在或不在范围内。${answered}`,
    types: directoryChanges.map((what) => webhookType(object, what)),
    data: data[object],
  })),
  {
    name: "test",
    summary: "管理员发送的测试",
    description: `没有实际内容，用来检查地址和签名。${answered}`,
    types: [webhookType("test", "changed")],
    data: null,
  },
]

/** Of Standard Webhooks, with what each is. */
export const webhookHeaderWords: Readonly<Record<keyof typeof webhookHeaders, string>> = {
  id: "同一条通知每次重试都相同",
  timestamp: "签名的时间（秒）；相差超过五分钟的请拒绝",
  signature: "一个或多个签名：v1, 加上对 id.timestamp.正文 做 HMAC-SHA256 的 base64，用空格分隔",
}
