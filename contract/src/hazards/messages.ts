import { attachmentLimits } from "../attachments/calls.ts"
import type { Id } from "../core/wire.ts"
import { hazardDeeds, hazardStates, type HazardDeed, type HazardState } from "./steps.ts"

export const hazardLimits = {
  title: 60,
  description: 1000,
  place: 100,
  note: 500,
  photos: attachmentLimits.each,
  searched: 50,
  /** Of one person. */
  reportedPerHour: 60,
  /** The latest deadline, in days from today. */
  dueDays: 365,
  /** A report that nobody is assigned to is overdue after so many hours, by its level. */
  unassignedHours: { general: 72, major: 24 },
  /** What a new assignment suggests. */
  usualDays: 7,
  /** Organisations in the statistics. */
  organisations: 200,
} as const

export const hazardMessages = {
  staffOnly: "隐患治理由本单位教职工使用，家长账号不能查看",
  titleMissing: "请填写隐患名称",
  placeMissing: "请填写隐患位置",
  noteMissing: "请填写整改说明",
  reasonMissing: "请填写原因",
  urgeMissing: "请填写督办要求",
  assigneeMissing: "请选择整改人",
  notAssignable: "整改人必须是该单位的在职教职工，请重新选择",
  notManager: "只有该单位的隐患管理人员可以进行此操作",
  notAssignee: "只有整改人可以提交整改",
  notBureau: "只有接到上报的教育局可以督办",
  ownWork: "整改人不能复查自己的整改，请由其他管理人员复查",
  duePast: "整改期限不能早于今天",
  dueTooFar: `整改期限不能晚于${hazardLimits.dueDays}天后`,
  dueOver: "原整改期限已过，请重新设定期限",
  oneSource: "不能同时指定巡查记录和预警",
  otherOrganisation: "该来源属于其他单位，请刷新后再试",
  notAProblem: "只有发现问题的巡查记录可以转为隐患",
  falseAlarm: "误报的预警不能转为隐患",
  already: "已转为隐患，请在隐患台账中查看",
  sourceMissing: "请指定巡查记录或预警",
  changed: "他人刚刚处理了该隐患，请刷新后再操作",
  reported: "隐患已上报",
} as const

/** What is told after each action. */
export const hazardDone = {
  assign: "已指派整改",
  reject: "已驳回",
  rectify: "整改已提交，等待复查",
  close: "复查通过，隐患已销号",
  sendBack: "已退回整改",
  urge: "已督办",
} as const

export function hazardNotNow(state: HazardState): string {
  return `该隐患${hazardStates[state]}，不能进行此操作`
}

/** Of two at the same time the second is refused, with the name of the first. */
export function hazardAlreadyDone(last: { at: string; who: string | null; deed: HazardDeed }): string {
  return `${last.who ?? "系统"}于${last.at.slice(5, 16)}${hazardDeeds[last.deed]}，请刷新后再操作`
}

/** What the bell says. */
export const hazardRings = {
  reported: (who: string, title: string) => `${who}上报了隐患，待指派：${title}`,
  assigned: (who: string, title: string, until: string) => `${who}指派您整改隐患（${until}前）：${title}`,
  rectified: (who: string, title: string) => `${who}提交了整改，待复查：${title}`,
  returned: (who: string, title: string) => `${who}退回了整改：${title}`,
  closed: (title: string) => `隐患已销号：${title}`,
  rejected: (title: string, why: string) => `您上报的隐患未被受理：${title}（${why}）`,
  urged: (bureau: string, title: string) => `${bureau}督办隐患整改：${title}`,
  overdue: (title: string, bureau: string) => `隐患逾期未整改，已上报至${bureau}：${title}`,
  unassigned: (title: string, bureau: string) => `隐患超时未指派，已上报至${bureau}：${title}`,
  escalatedUnassigned: (school: string, title: string) =>
    `隐患超时未指派，已上报到本单位：${school}，${title}`,
  escalated: (school: string, title: string) => `隐患逾期未整改，已上报到本单位：${school}，${title}`,
  escalatedMany: (total: number) => `${total}条隐患逾期未处理，已上报到本单位`,
} as const

export const hazardPlace = "/main/hazards"

/** Where an entry of the bell leads. */
export function placeOfHazard(id: Id): `/${string}` {
  return `${hazardPlace}?hazard=${id}`
}
