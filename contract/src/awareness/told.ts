import type { PlanKind } from "../drills/calls.ts"

/** DAY-2: who of an organisation is told, each with those before it. 值班人员 hold 预警处置管理 by a role. */
export const toldAudiences = {
  nobody: "不单独通知",
  administrators: "管理员",
  duty: "管理员和值班人员",
  staff: "全体人员",
} as const
export type ToldAudience = keyof typeof toldAudiences

const order = Object.keys(toldAudiences) as ToldAudience[]

/** Whether somebody who is one of `own` belongs to `told`. */
export function isToldTo(told: ToldAudience, own: Exclude<ToldAudience, "nobody">): boolean {
  return order.indexOf(own) <= order.indexOf(told)
}

/** As stored: `level-1`, `drill`, `emergency`. */
export function levelSubject(level: number): string {
  return `level-${level}`
}

/** Where nobody has decided: 特别重大, 重大 and what is carried out now are for everybody, other alarms for the monitor alone. */
export function toldByDefault(subject: string): ToldAudience {
  return ["level-1", "level-2", "drill", "emergency"].includes(subject) ? "staff" : "nobody"
}

export const awarenessLimits = {
  /** Older ones that nobody has closed are told no more. */
  hours: 24,
  /** Cards of one person at a time; the answer says how many there are. */
  shown: 3,
  /** What is told in one organisation at a time. */
  alarms: 20,
  drills: 10,
  /** How often those who have not confirmed may be reminded of the same. */
  remindMinutes: 5,
  /** Text messages of one reminder: codes for signing in wait behind them. */
  messages: 500,
} as const

const { remindMinutes, messages } = awarenessLimits

export const awarenessMessages = {
  known: "我已知晓",
  afterUnlocking: "解锁后自动记录",
  recorded: "已记录：您已知晓",
  title: "知晓情况",
  whoIsTold: "谁会收到",
  notOfTheOrganisation: "只有事发单位的人员可以确认",
  parentsMayNot: "家长不参加确认",
  alarmOver: "该预警已结束，无需确认",
  drillOver: "已经结束，无需提醒",
  nothingToRemind: "该预警已结束，无需提醒",
  everybodyKnows: "所有人员都已确认，无需提醒",
  remindedLately: `${remindMinutes}分钟内已提醒过，请稍后再试`,
  noGateway: "本站未配置短信服务，不能发送短信",
  badSubject: "请选择预警等级、演练或真实应急",
  levelGone: "该预警等级不存在或已被删除，请刷新后再试",
  more: (total: number) => `另有${total}条待确认`,
  asked: "请尽快确认",
  tooManyMessages: `短信一次最多发给${messages}人`,
} as const

export const subjectNames = { drill: "演练", emergency: "真实应急" } as const

/** What the bell says to those who are reminded. */
export const awarenessRings = {
  alarm: (level: string, type: string) => `【请尽快确认】${level}预警：${type}`,
  drill: (title: string) => `【演练】请尽快确认：${title}`,
  emergency: (title: string) => `【真实应急】请尽快确认：${title}`,
} as const

/** What to do where the organisation has no plan of the fitting kind, or one without steps. */
export const defaultSteps: Readonly<Record<PlanKind, string>> = {
  fire: "立即停止手头工作，带领身边人员按疏散路线撤到集合点，不乘电梯；到达后清点人数并报告。",
  earthquake: "带领身边人员就近避险、护住头部；震动停止后按疏散路线撤到空旷处，清点人数并报告。",
  intrusion: "关好门窗，带领身边人员远离门窗和走廊，保持安静，等待通知；不要自行前往现场。",
  crowd: "让身边人员停止走动、靠边站稳，不推不挤，听从现场人员指挥分批离开。",
  food: "立即停止供餐和进食，保留样品；有人不适的，马上联系医务人员并报告。",
  weather: "停止户外活动，带领身边人员进入室内安全区域，关好门窗，等待通知。",
  other: "照看好身边人员，远离事发位置，等待进一步通知；不要自行前往现场。",
}

/** The text message to those who are reminded. */
export function remindText(message: {
  readonly site: string
  readonly school: string
  /** `特别重大预警：燃气泄漏，1号楼101`, or the title of a drill with its mark. */
  readonly what: string
}): string {
  return `【${message.site}】${message.school}${message.what}。请立即登录平台查看，并点“${awarenessMessages.known}”。`
}

interface Told {
  readonly kind: "alarm" | "drill" | "emergency"
  readonly levelName: string | null
  readonly title: string
  readonly place: string | null
}

/** In one sentence, for whom the organisation is named before: in text messages, or on a button. */
export function toldSentence(told: Told): string {
  const { kind, levelName, title, place } = told
  const word =
    kind === "alarm" ? `${levelName ?? ""}预警` : kind === "drill" ? "演练（不是真实警情）" : "真实应急"
  return `${word}：${title}${place ? `，${place}` : ""}`
}

/** BROWSER-20: what a screen reader says has nothing around it that names the organisation: 特别重大预警：火灾，第一小学，1号楼101. */
export function spokenSentence({ orgname, ...told }: Told & { readonly orgname: string }): string {
  return toldSentence({ ...told, place: [orgname, told.place].filter(Boolean).join("，") })
}
