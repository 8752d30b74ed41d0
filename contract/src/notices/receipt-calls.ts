import { z } from "zod"
import { call } from "../core/call.ts"
import { Count, Id, Moment } from "../core/wire.ts"
import { recipientFields } from "./recipients.ts"

export const receiptLimits = {
  /** How often somebody who is missing may be reminded of one notice, by whomever, alone or with the others. */
  remindMinutes: 30,
  /** Text messages of an organisation's reminders in 24 hours, and of them to one person. */
  messagesADay: 500,
  messagesToOneADay: 3,
  /** A text message has the beginning of a title. */
  titleInMessage: 30,
  /** People in one message to the webhook. */
  peopleOfWebhook: 500,
} as const

export const receiptMessages = {
  notWanted: "该通知不需要回执",
  confirmed: "已确认收到",
  nobodyMissing: "接收人均已确认，无需提醒",
  nobodyUnread: "接收人均已阅读，无需提醒",
  notPublished: "通知发布后才能提醒",
  remindedLately: `同一通知${receiptLimits.remindMinutes}分钟内只能提醒一次，请稍后再试`,
  remindedOneLately: `同一通知${receiptLimits.remindMinutes}分钟内对同一人只能提醒一次，请稍后再试`,
  eitherOneOrSchool: "人员和单位只能指定其中一个",
  theyAreDone: (wantsReceipt: boolean) => `对方已${wantsReceipt ? "确认" : "阅读"}，无需提醒`,
  notForThem: "不在该通知的接收范围内，无需提醒",
  smsOff: "本站未开通短信，只能发送站内提醒",
  webhookOff: "本站未设置消息推送，只能发送站内提醒",
  tooManyMessages: (wanted: number, left: number) =>
    `需要发送短信${wanted}条，本单位24小时内还可发送${left}条，请先只发送站内提醒`,
  /** The bell. */
  ring: (orgname: string, title: string, wantsReceipt: boolean) =>
    `${orgname}提醒您${wantsReceipt ? "确认" : "阅读"}通知：${title}`,
} as const

/** What a reminder would do, told before it is sent. */
export const ReminderPlan = z.object({
  /** Who has not confirmed it; of one without a receipt, who has not read it. */
  missing: Count,
  /** Of these, who was reminded alone or with their organisation a moment ago and is not reminded again. */
  lately: Count,
  /** How many of the others would get a text message; null: there is no way to send one. */
  messages: Count.nullable(),
  /** How many text messages the organisation may still send. */
  messagesLeft: Count,
  hasWebhook: z.boolean(),
  /** The last reminder; null: none so far. */
  remindedAt: Moment.nullable(),
  /** Seconds until the next one is allowed; 0: now. */
  waitS: Count,
})
export type ReminderPlan = z.infer<typeof ReminderPlan>

/** Of those who are missing: these alone. One of the two, or neither. */
const whom = { orgid: Id.optional(), personid: Id.optional() }

export const receiptCalls = {
  /** 确认收到: counts as read too. A second time changes nothing. */
  confirm: call({
    service: "usercenter",
    method: "POST",
    encoding: "form",
    writes: true,
    sensitive: false,
    path: "/web/confirm_notice.action",
    permission: null,
    input: z.object({ noticeid: Id }),
    output: z.object({}),
  }),
  /** How many people of how many organisations a choice means. */
  audience: call({
    service: "usercenter",
    method: "POST",
    encoding: "json",
    writes: false,
    path: "/web/count_notice_recipients.action",
    permission: "notices.manage",
    input: z.object({ ...recipientFields, noticeid: Id.optional() }),
    output: z.object({ people: Count, organisations: Count }),
  }),
  reminder: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_notice_reminder.action",
    permission: "notices.manage",
    input: z.object({ noticeid: Id, ...whom }),
    output: ReminderPlan,
  }),
  /** Reminds everybody who is missing, or of them one organisation's people or one person: in their bell, and where it is wished by text message or through the webhook. */
  remind: call({
    service: "usercenter",
    method: "POST",
    encoding: "json",
    writes: true,
    sensitive: false,
    path: "/web/remind_notice.action",
    permission: "notices.manage",
    input: z.object({
      noticeid: Id,
      ...whom,
      bySms: z.boolean().default(false),
      byWebhook: z.boolean().default(false),
    }),
    /** `missing`: who was reminded. */
    output: z.object({ missing: Count, messages: Count }),
  }),
}
