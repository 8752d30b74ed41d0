import { shownText } from "../core/shown-name.ts"
import { z } from "zod"
import { Attachment, attachmentLimits } from "../attachments/calls.ts"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { sortedBy } from "../core/sorting.ts"
import { Count, Cursor, Day, Id, IdList, Moment, PageSize, text, ZeroOne } from "../core/wire.ts"

export const patrolLimits = {
  name: 60,
  note: 500,
  /** Points and plans of one organisation. */
  points: 500,
  plans: 50,
  /** Points of one plan, times of one day. */
  route: 100,
  times: 12,
  /** How long before and after its time a visit may be made, in minutes. */
  graceMinutes: { least: 5, usual: 60, most: 240 },
  pictures: attachmentLimits.each,
  searched: 50,
  code: 64,
  /** Codes that are drawn at once. */
  codes: 60,
  ranked: 50,
} as const

/** WORK-3: the states of a visit, with their labels. */
export const visitStates = {
  due: "待巡查",
  normal: "正常",
  problem: "有问题",
  missed: "漏检",
} as const
export type VisitState = keyof typeof visitStates
export const VisitState = z.enum(Object.keys(visitStates) as [VisitState, ...VisitState[]])
/** `done`: made, whatever was found. */
export const VisitFilter = z.enum([...VisitState.options, "done"])
export type VisitFilter = z.infer<typeof VisitFilter>

/** What somebody finds. */
export const visitResults = ["normal", "problem"] as const

export const weekdayNames = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"] as const

export const patrolMessages = {
  administratorsOnly: "只有管理员可以维护巡查点位和计划",
  staffOnly: "安全巡查由本单位教职工使用，家长账号不能查看",
  nameMissing: "请填写名称",
  pointGone: "该点位不存在或已被删除，请刷新后再试",
  pointDisabled: (name: string) => `点位“${name}”已停用，请从路线中移除`,
  placeNotTheirs: "所选位置不是本单位的楼层或房间，请重新选择",
  tooManyCodes: `一次最多打印${patrolLimits.codes}个点位，请分批打印`,
  tooManyPoints: `点位最多${patrolLimits.points}个`,
  planGone: "该计划不存在或已被删除，请刷新后再试",
  tooManyPlans: `计划最多${patrolLimits.plans}个`,
  timesMissing: "请至少选择一个时间",
  weekdaysMissing: "请至少选择一天",
  routeMissing: "请至少选择一个点位",
  pointTwice: "同一点位在路线中只能出现一次",
  walkerNotTheirs: "巡查人员必须是本单位的在职人员，请重新选择",
  walkerLeft: (names: readonly string[]) => `以下巡查人员已离职或停用，请重新选择：${names.join("、")}`,
  changedMeanwhile: "他人刚刚修改了此内容，请刷新后再保存",
  peopleOfOneOrganisation: "按人员统计只针对一个单位，不能再按区域筛选",
  disabledForAdministrators: "只有管理员可以查看已停用的点位和计划",
  codeUnknown: "没有找到这个巡查码，请扫描点位上张贴的二维码",
  codeOfNothing: "这不是巡查点位的二维码，请扫描点位上张贴的二维码",
  visitGone: "本次巡查的安排刚刚有变动，请重新扫码",
  codeElsewhere: (name: string) => `这是“${name}”的巡查码，不是您选择的点位`,
  notTheirs: "这不是本单位的巡查点位",
  notYours: (who: string) => `本次巡查由${who}负责`,
  nothingDue: (next: string | null, minutes: number) =>
    next === null
      ? "该点位没有待巡查的安排"
      : `现在不在巡查时间内，下一次是${next.slice(5, 16)}，可提前${minutes}分钟打卡`,
  tooLate: (until: string) => `本次巡查应在${until.slice(5, 16)}前完成，已记为漏检`,
  already: (who: string, at: string) => `${who}已于${at.slice(5, 16)}完成本次巡查，无需重复打卡`,
  resultMissing: "请选择巡查结果",
  noteMissing: "发现问题时请填写说明",
  planSaved: "计划已保存",
  pointSaved: "点位已保存",
  checkedIn: "打卡成功",
} as const

/** Shown where the camera can't be used or finds no code: a photo can be taken, and a code can be typed. */
export const scanMessages = {
  notSecure:
    "本系统的网址不是 https 开头，浏览器不允许在页面内打开摄像头。请点“拍照识别”，用手机拍下点位二维码，或输入二维码下方的编号。",
  unsupported:
    "此浏览器不支持在页面内打开摄像头。请点“拍照识别”，用手机拍下点位二维码，或输入二维码下方的编号。",
  refused: "没有摄像头权限。请在浏览器设置中允许使用摄像头后重试，也可以拍照识别，或输入二维码下方的编号。",
  noCamera: "没有找到可用的摄像头。可以选择一张点位二维码的照片来识别，或输入二维码下方的编号。",
  busy: "摄像头打不开，可能正被其他程序占用。请关闭其他程序后重试，也可以拍照识别，或输入二维码下方的编号。",
  noReader: "扫码功能加载失败，请检查网络后重试，或输入二维码下方的编号。",
  noCodeInPhoto: "照片中没有识别到二维码，请靠近一些、对准二维码重新拍摄。",
  notAPhoto: "无法打开这个文件，请重新拍摄或选择一张照片。",
  otherCode: patrolMessages.codeOfNothing,
} as const

/** What the bell says. */
export const patrolRings = {
  due: (plan: string, points: number) => `开始巡查：${plan}，${points}个点位`,
  missed: (plan: string, points: number) => `巡查漏检：${plan}，${points}个点位未按时巡查`,
  problem: (point: string, who: string) => `${who}在“${point}”巡查发现问题`,
} as const

/** Where a point's QR code and a reminder lead. */
export const patrolPlace = "/main/patrols"

export const PatrolPoint = z.object({
  id: Id,
  name: z.string(),
  placeId: Id.nullable(),
  placeName: z.string().nullable(),
  /** The content of its QR code; null for who does not administer the points. */
  code: z.string().nullable(),
  isDisabled: z.boolean(),
  /** How many plans visit it. */
  plans: z.int(),
  version: z.int(),
})
export type PatrolPoint = z.infer<typeof PatrolPoint>

/** HH:mm */
const Time = z
  .string()
  .max(5)
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, "时间格式不正确")

export const RouteStop = z.object({
  pointId: Id,
  pointName: z.string(),
  /** Null: anybody of the organisation. */
  personId: Id.nullable(),
  personName: z.string().nullable(),
})
export type RouteStop = z.infer<typeof RouteStop>

export const PatrolPlan = z.object({
  id: Id,
  name: z.string(),
  times: z.array(Time),
  /** 1 is Monday. */
  weekdays: z.array(z.int().min(1).max(7)),
  graceMinutes: z.int(),
  isDisabled: z.boolean(),
  route: z.array(RouteStop),
  version: z.int(),
})
export type PatrolPlan = z.infer<typeof PatrolPlan>

export const PatrolVisit = z.object({
  id: Id,
  pointId: Id,
  pointName: z.string(),
  placeName: z.string().nullable(),
  planName: z.string().nullable(),
  orgid: Id,
  orgname: z.string(),
  state: VisitState,
  dueAt: Moment,
  /** From when until when it may be made. */
  opensAt: Moment,
  closesAt: Moment,
  /** The assigned person; null: anybody. */
  walker: z.string().nullable(),
  checkedAt: Moment.nullable(),
  checkedBy: z.string().nullable(),
  note: z.string().nullable(),
  pictures: z.array(Attachment),
})
export type PatrolVisit = z.infer<typeof PatrolVisit>

/** What a scanned code means. */
export const ScannedPoint = z.object({
  pointName: z.string(),
  placeName: z.string().nullable(),
  /** The visit that can be made now; null: `why` says what prevents it. */
  visit: PatrolVisit.nullable(),
  why: z.string().nullable(),
})
export type ScannedPoint = z.infer<typeof ScannedPoint>

const visitFilters = {
  from: Day.optional(),
  to: Day.optional(),
  areaid: Id.optional(),
  orgid: Id.optional(),
  state: VisitFilter.optional(),
  search: text(patrolLimits.searched).optional(),
  ...sortedBy("dueAt", "point", "orgname", "state", "checkedAt", "walker"),
}
export const VisitPage = z.object({ items: z.array(PatrolVisit), older: Cursor.nullable() })
export type VisitPage = z.infer<typeof VisitPage>

const counted = { planned: z.int().min(0), done: z.int().min(0), missed: z.int().min(0) }
export const PatrolRank = z.object({ id: Id, name: z.string(), ...counted })
export type PatrolRank = z.infer<typeof PatrolRank>

const name = shownText(patrolLimits.name, patrolMessages.nameMissing)
const code = text(patrolLimits.code)
const note = text(patrolLimits.note).trim()
const path = "/patrol/v1"

/** Of the own organisation, or of one that the viewer administers. */
const whose = { orgid: Id.optional() }
const kept = z.object({ ...whose, withDisabled: ZeroOne.default(0) })
const ranked = z.object({
  by: z.enum(["organisation", "person"]),
  from: Day,
  to: Day,
  areaid: Id.optional(),
  orgid: Id.optional(),
})

const sheet = { ...exporting, service: "vms" } as const
const get = { service: "vms", method: "GET" } as const
const post = { service: "vms", method: "POST", writes: true, sensitive: false } as const
const everybody = { permission: null, more: "patrols.manage" } as const

export const patrolAdminCalls = {
  points: call({
    ...get,
    path: `${path}/getPoints`,
    ...everybody,
    input: kept,
    output: z.object({ points: z.array(PatrolPoint), mayAdminister: z.boolean() }),
  }),
  /** Without their codes: who has one could check in from anywhere. */
  exportPoints: call({ ...sheet, path: `${path}/exportPoints`, ...everybody, input: kept }),
  savePoint: call({
    ...post,
    path: `${path}/savePoint`,
    encoding: "json",
    permission: "patrols.manage",
    input: z.object({
      ...whose,
      id: Id.optional(),
      version: Count.optional(),
      name,
      placeId: Id.nullable().default(null),
      isDisabled: z.boolean().default(false),
    }),
    output: PatrolPoint,
  }),
  /** The printed code is void from then on. */
  renewCode: call({
    ...post,
    path: `${path}/renewCode`,
    encoding: "form",
    permission: "patrols.manage",
    input: z.object({ id: Id }),
    output: PatrolPoint,
  }),
  /** To be printed and put up: a picture of each point's code, for administrators. */
  codes: call({
    ...get,
    path: `${path}/getCodes`,
    permission: "patrols.manage",
    input: z.object({ ids: IdList }),
    output: z.object({
      codes: z.array(
        z.object({
          id: Id,
          name: z.string(),
          placeName: z.string().nullable(),
          orgname: z.string(),
          /** To be typed where nothing can be scanned. */
          code: z.string(),
          image: z.string(),
        }),
      ),
    }),
  }),
  plans: call({
    ...get,
    path: `${path}/getPlans`,
    ...everybody,
    input: kept,
    output: z.object({ plans: z.array(PatrolPlan), mayAdminister: z.boolean() }),
  }),
  exportPlans: call({
    ...exporting,
    service: "vms",
    path: `${path}/exportPlans`,
    ...everybody,
    input: kept,
  }),
  /** Visits due from now on follow the changed plan; earlier ones stay as they were. */
  savePlan: call({
    ...post,
    path: `${path}/savePlan`,
    encoding: "json",
    permission: "patrols.manage",
    input: z.object({
      ...whose,
      id: Id.optional(),
      version: Count.optional(),
      name,
      times: z.array(Time).min(1, patrolMessages.timesMissing).max(patrolLimits.times),
      weekdays: z.array(z.int().min(1).max(7)).min(1, patrolMessages.weekdaysMissing).max(7),
      graceMinutes: z.int().min(patrolLimits.graceMinutes.least).max(patrolLimits.graceMinutes.most),
      isDisabled: z.boolean().default(false),
      route: z
        .array(z.object({ pointId: Id, personId: Id.nullable() }))
        .min(1, patrolMessages.routeMissing)
        .max(patrolLimits.route),
    }),
    output: PatrolPlan,
  }),
  /** The viewer's own of today: due, done or missed; around midnight also those of the days beside it that may be made now. */
  mine: call({
    ...get,
    path: `${path}/getMyVisits`,
    ...everybody,
    input: z.object({}),
    output: z.object({ visits: z.array(PatrolVisit) }),
  }),
  scanned: call({
    ...get,
    path: `${path}/getScannedPoint`,
    ...everybody,
    input: z.object({ code }),
    output: ScannedPoint,
  }),
  /** `visitId`: which one the person had chosen before they scanned. */
  checkIn: call({
    ...post,
    path: `${path}/checkIn`,
    encoding: "form",
    ...everybody,
    input: z.object({
      code,
      visitId: Id.optional(),
      result: z.enum(visitResults, patrolMessages.resultMissing),
      note: note.default(""),
      pictures: IdList.default(""),
    }),
    output: PatrolVisit,
  }),
  visits: call({
    ...get,
    path: `${path}/getVisits`,
    permission: null,
    input: z.object({ ...visitFilters, limit: PageSize.default(20), before: Cursor.optional() }),
    output: VisitPage,
  }),
  exportVisits: call({
    ...exporting,
    service: "vms",
    path: `${path}/exportVisits`,
    permission: null,
    input: z.object(visitFilters),
  }),
  /** Most missed first: organisations in reach, or the people of one organisation. */
  ranks: call({
    ...get,
    path: `${path}/getRanks`,
    permission: null,
    input: ranked,
    output: z.object({ ranks: z.array(PatrolRank), isCut: z.boolean() }),
  }),
  /** All of them, where the screen shows those with the most missed. */
  exportRanks: call({
    ...exporting,
    service: "vms",
    path: `${path}/exportRanks`,
    permission: null,
    input: ranked,
  }),
}

/** The seven days of a plan, in few words: 每天, 工作日, or their names. */
export function formatWeekdays(weekdays: readonly number[]): string {
  const days = [...new Set(weekdays)].toSorted((a, b) => a - b)
  if (days.length === 7) return "每天"
  if (days.join() === "1,2,3,4,5") return "工作日"
  return days.map((day) => weekdayNames[day - 1] ?? "").join("、")
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** As somebody types it: case, blanks and hyphens do not count. Older codes are UUIDs. */
export function codeAsTyped(typed: string): string {
  const plain = typed.trim().toLowerCase()
  return uuid.test(plain) ? plain : plain.replaceAll(/[\s-]/g, "").toUpperCase()
}

/** `7K3M 9QXW 2FTA`: in groups, to be read and typed. */
export function codeInPieces(whole: string): string {
  return uuid.test(whole) ? whole : (whole.match(/.{1,4}/g) ?? []).join(" ")
}

/** The code in what a camera has read: an address of ours or the bare code. Null: another kind of code. */
export function codeFromScan(read: string): string | null {
  const found = /[?&]check=([0-9A-Za-z-]+)(?:&|$)/.exec(read)?.[1] ?? read
  const isOurs = read.includes(`#${patrolPlace}?`) || /^[0-9A-Za-z\s-]{8,40}$/.test(read)
  return isOurs && found.length <= patrolLimits.code ? codeAsTyped(found) : null
}
