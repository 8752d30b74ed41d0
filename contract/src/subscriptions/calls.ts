import { z } from "zod"
import { call } from "../core/call.ts"
import { text } from "../core/wire.ts"

interface Topic {
  readonly name: string
  readonly words: string
  /** The default. News are frequent and concern few, so they are off until subscribed. */
  readonly isOnAtFirst: boolean
}

/** The topics of the bell, each on unless its person turns it off. */
export const subscriptionTopics = {
  notice: { name: "通知公告", words: "本单位和上级发布的通知", isOnAtFirst: true },
  task: { name: "任务", words: "布置给我的任务、催办和到期提醒", isOnAtFirst: true },
  alarm: { name: "预警", words: "指派给我和超时上报的预警", isOnAtFirst: true },
  drill: { name: "应急演练", words: "演练开始、结束和待办次数", isOnAtFirst: true },
  patrol: { name: "安全巡查", words: "待巡查和漏检的提醒", isOnAtFirst: true },
  hazard: { name: "隐患治理", words: "隐患的指派、整改、复查和逾期提醒", isOnAtFirst: true },
  assessment: { name: "考核评估", words: "待填报、退回和结果", isOnAtFirst: true },
  news: { name: "新闻资讯", words: "本单位和上级发布的新闻", isOnAtFirst: false },
} as const satisfies Readonly<Record<string, Topic>>
export type SubscriptionTopic = keyof typeof subscriptionTopics
export const SubscriptionTopic = z.enum(
  Object.keys(subscriptionTopics) as [SubscriptionTopic, ...SubscriptionTopic[]],
)

export const Subscription = z.object({ code: z.string(), name: z.string(), isSubscribed: z.boolean() })
export type Subscription = z.infer<typeof Subscription>

export const subscriptionCalls = {
  /** What the user is subscribed to; with `code` only that one. */
  check: call({
    service: "usercenter",
    method: "GET",
    path: "/web/check_subscription.action",
    permission: null,
    input: z.object({ code: text(64).optional() }),
    output: z.array(Subscription),
  }),
  /** On or off, for the user alone. */
  save: call({
    service: "usercenter",
    method: "POST",
    path: "/web/save_subscription.action",
    encoding: "json",
    writes: true,
    sensitive: false,
    permission: null,
    input: z.object({ code: SubscriptionTopic, isSubscribed: z.boolean() }),
    output: Subscription,
  }),
}
