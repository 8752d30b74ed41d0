import { shownText } from "../core/shown-name.ts"
import { z } from "zod"
import { ParticipantFilter } from "./participant-filter.ts"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { eitherSorting, heldSorting, ledgerSorting } from "./ledger-sorting.ts"
import { Count, Day, Id, IdList, Moment, oneOf, page, paging, text, ZeroOne } from "../core/wire.ts"

/** An emergency drill as it travels. */
export const Drill = z.object({
  yazxCode: z.string(),
  yazxTitle: z.string(),
  yazxBdate: Moment,
  unitid: Id,
  unitName: z.string(),
})
export type Drill = z.infer<typeof Drill>

/** WARN-3: what the page adds before it shows a drill. */
export const ShownDrill = Drill.extend({
  /** HH:mm:ss */
  startTime: z.string(),
  schoolAddress: z.string(),
})
export type ShownDrill = z.infer<typeof ShownDrill>

/** `zxType`: what carrying out a plan is for. The monitor asks for drills (WARN-1). */
export const executionTypes = { emergency: 1, drill: 2 } as const
export type ExecutionType = (typeof executionTypes)[keyof typeof executionTypes]

export const drillLimits = {
  title: 60,
  content: 5000,
  step: 200,
  steps: 30,
  timesAYear: 12,
  notes: 1000,
  searched: 50,
  /** Plans of one organisation. */
  plans: 100,
  /** Rows of one exported file, of each of its sheets. */
  exportedRows: 20_000,
  firstYear: 2000,
  lastYear: 2999,
} as const

/** What a plan is for, with the words of the screen. */
export const planKinds = {
  fire: "消防疏散",
  earthquake: "防震减灾",
  intrusion: "反恐防暴",
  crowd: "防拥挤踩踏",
  food: "食品安全",
  weather: "极端天气",
  other: "其他",
} as const
export type PlanKind = keyof typeof planKinds
export const PlanKind = z.enum(Object.keys(planKinds) as [PlanKind, ...PlanKind[]])

/** The word that marks a drill everywhere, also on pages that show its title alone. */
const drillWord = "演练"

export const drillMessages = {
  administratorsOnly: "只有管理员可以维护预案、启动和结束演练",
  planGone: "该预案不存在或已被删除，请刷新后再试",
  planChanged: "该预案刚刚被别人修改过，请关闭后重新打开，再保存您的修改",
  planInUse: "该预案已有演练记录，不能删除；可将每年次数改为“不要求”",
  tooManyPlans: `预案最多${drillLimits.plans}个`,
  cannotShare: "只有教育局和平台可以让下级单位使用预案",
  titleMissing: "请填写名称",
  tooManySteps: `步骤最多${drillLimits.steps}条`,
  nobodyChosen: "请选择参加的单位",
  planNotTheirs: "所选单位中有单位不能使用该预案，请重新选择",
  emergencyUnconfirmed: "启动真实应急响应前，请确认这不是演练",
  emergencyNamedDrill: `真实应急响应的名称不能含有“${drillWord}”`,
  drillConfirmedReal: "所选为演练，不能同时确认险情属实",
  drillDenied: `这是演练，名称中不能写“非${drillWord}”一类的字样`,
  underWay: (names: readonly string[]) =>
    `${names.slice(0, 3).join("、")}${names.length > 3 ? `等${names.length}个单位` : ""}正在执行该预案，请先结束`,
  ended: "已经结束，不能再操作",
  notOfTheOrganisation: "只有参加单位的人员可以确认",
  parentsMayNot: "家长不参加确认",
  planSaved: "预案已保存",
  planRemoved: "预案已删除",
  confirmed: "已确认",
} as const

/** WORK-5: a drill says so in its title too; an emergency never does. */
export function titledAs(type: ExecutionType, title: string): string {
  const plain = title.trim()
  if (type !== executionTypes.drill || isNamedDrill(plain)) return plain
  return plain.endsWith("应急预案") ? plain.replace(/应急预案$/, drillWord) : `${plain}${drillWord}`
}

/** The text as it is read, without invisible characters. */
function seenIn(title: string): string {
  return title.replaceAll(/[\s\p{Cf}]/gu, "")
}

export function isNamedDrill(title: string): boolean {
  return seenIn(title).includes(drillWord)
}

/** A drill whose title denies it would be taken for an emergency where the title alone is shown. */
export function deniesDrill(title: string): boolean {
  return new RegExp(`[非无]${drillWord}|不(是|属于?|为)${drillWord}`).test(seenIn(title))
}

export const EmergencyPlan = z.object({
  id: Id,
  title: z.string(),
  kind: PlanKind,
  content: z.string(),
  steps: z.array(z.string()),
  /** How often each organisation that uses it is to hold it; null: no duty. */
  timesAYear: z.int().nullable(),
  /** Used by the organisations of the area and below. */
  isShared: z.boolean(),
  /** False: a superior's, or of an organisation below. */
  isOwn: z.boolean(),
  version: Count,
})
export type EmergencyPlan = z.infer<typeof EmergencyPlan>

/** What each organisation that takes part looks like while it runs. */
export const LiveDrill = z.object({
  id: Id,
  yazxCode: z.string(),
  title: z.string(),
  zxType: z.literal([executionTypes.emergency, executionTypes.drill]),
  /** The same for all that were started together; null for those from another system. */
  round: z.uuid().nullable(),
  /** Null for one from another system. */
  planId: Id.nullable(),
  orgid: Id,
  orgname: z.string(),
  begunAt: Moment,
  /** People of the organisation who have confirmed, of how many. */
  confirmed: z.int(),
  people: z.int(),
  isConfirmedByMe: z.boolean(),
  /** For the people of the organisation. */
  mayConfirm: z.boolean(),
  mayEnd: z.boolean(),
})
export type LiveDrill = z.infer<typeof LiveDrill>

const DrillConfirmation = z.object({ nickname: z.string(), at: Moment, note: z.string().nullable() })

export const DrillRecord = z.object({
  id: Id,
  yazxCode: z.string(),
  title: z.string(),
  zxType: LiveDrill.shape.zxType,
  orgname: z.string(),
  planTitle: z.string().nullable(),
  steps: z.array(z.string()),
  startedBy: z.string().nullable(),
  begunAt: Moment,
  endedAt: Moment.nullable(),
  /** Null while it runs. */
  seconds: z.int().nullable(),
  notes: z.string().nullable(),
  people: z.int(),
  confirmed: z.int(),
  /** The first of them, in the order in which they have confirmed. */
  confirmations: z.array(DrillConfirmation),
})
export type DrillRecord = z.infer<typeof DrillRecord>

/** What was held, one row per organisation and drill. */
export const HeldDrill = DrillRecord.pick({
  id: true,
  title: true,
  zxType: true,
  orgname: true,
  begunAt: true,
  endedAt: true,
  seconds: true,
  confirmed: true,
  notes: true,
})
export type HeldDrill = z.infer<typeof HeldDrill>

/** What one organisation owes of one plan in a year. */
export const LedgerRow = z.object({
  orgid: Id,
  orgname: z.string(),
  planId: Id,
  planTitle: z.string(),
  kind: PlanKind,
  timesAYear: z.int(),
  held: z.int(),
  /** How often it is still to be held; 0: done. */
  due: z.int(),
  lastAt: Moment.nullable(),
})
export type LedgerRow = z.infer<typeof LedgerRow>

const Year = z.union([
  z.int().min(drillLimits.firstYear).max(drillLimits.lastYear),
  z
    .string()
    .max(4)
    .regex(/^2[0-9]{3}$/, "年份格式不正确")
    .transform(Number),
])

/** `year` is Asia/Shanghai's; `orgname`: a part of the name, its pinyin or initials. */
const ledgerFilter = {
  year: Year,
  orgname: text(drillLimits.searched).optional(),
  onlyDue: ZeroOne.optional(),
}

const ExecutionTypeFilter = oneOf(executionTypes.emergency, executionTypes.drill).optional()

const title = shownText(drillLimits.title, drillMessages.titleMissing)
const notes = text(drillLimits.notes).optional()
const vms = { service: "vms" } as const
const get = { ...vms, method: "GET" } as const
const sheet = { ...exporting, ...vms } as const
const written = { method: "POST", writes: true, sensitive: false } as const

export const drillCalls = {
  /** What is being carried out now, newest first. Note `areaId`, where alarms say `areaid`. Answered also while the session is locked. */
  executions: call({
    ...get,
    path: "/yuan/v1/getYuanExecutionList",
    permission: null,
    polled: true,
    whileLocked: true,
    specified: true,
    input: z.object({
      ...paging,
      areaId: Id.optional(),
      zxType: ExecutionTypeFilter,
    }),
    output: page(Drill),
  }),
  /** The own organisation's and those that a superior lets it use. */
  plans: call({
    ...get,
    path: "/yuan/v1/getPlanList",
    permission: null,
    input: z.object({}),
    output: z.object({ plans: z.array(EmergencyPlan) }),
  }),
  exportPlans: call({
    ...sheet,
    path: "/yuan/v1/exportPlans",
    permission: null,
    input: z.object({}),
  }),
  /** For administrators, of the own organisation: without an id it creates, with one it changes what has this version. */
  savePlan: call({
    ...vms,
    ...written,
    path: "/yuan/v1/savePlan",
    permission: "drills.plans",
    encoding: "json",
    input: z.object({
      id: Id.optional(),
      version: Count.optional(),
      title,
      kind: PlanKind,
      content: text(drillLimits.content),
      steps: z.array(text(drillLimits.step).trim().min(1)).max(drillLimits.steps, drillMessages.tooManySteps),
      /** Left out: no duty. */
      timesAYear: z.int().min(1).max(drillLimits.timesAYear).optional(),
      isShared: z.boolean(),
    }),
    output: EmergencyPlan,
  }),
  removePlan: call({
    ...vms,
    ...written,
    path: "/yuan/v1/deletePlan",
    permission: "drills.plans",
    encoding: "form",
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
  participants: call({
    ...get,
    path: "/yuan/v1/getParticipantList",
    permission: null,
    more: "drills.run",
    input: ParticipantFilter,
    output: z.object({
      organisations: z.array(z.object({ orgid: Id, orgname: z.string(), areaname: z.string() })),
    }),
  }),
  /** One execution per organisation, all of one round, all or none. */
  start: call({
    ...vms,
    ...written,
    path: "/yuan/v1/startExecution",
    permission: "drills.run",
    encoding: "form",
    input: z.object({
      planId: Id,
      orgids: IdList,
      title,
      zxType: oneOf(executionTypes.emergency, executionTypes.drill),
      /** 1: the viewer confirms that this is no drill. A real emergency is not started without it, a drill not with it. */
      isReal: ZeroOne.default(0),
    }),
    output: z.object({ round: z.uuid(), started: Count }),
  }),
  live: call({
    ...get,
    path: "/yuan/v1/getLiveList",
    permission: null,
    more: "drills.run",
    polled: true,
    input: z.object(paging),
    /** `now`: the server's clock, which the running time is counted by. */
    output: page(LiveDrill).extend({ now: Moment }),
  }),
  exportLive: call({
    ...sheet,
    path: "/yuan/v1/exportLive",
    permission: null,
    more: "drills.run",
    input: z.object({}),
  }),
  /** Once; a second time returns the first moment. */
  confirm: call({
    ...vms,
    ...written,
    path: "/yuan/v1/confirmExecution",
    permission: null,
    encoding: "form",
    input: z.object({ id: Id, note: notes }),
    output: z.object({ at: Moment }),
  }),
  /** One organisation's. */
  end: call({
    ...vms,
    ...written,
    path: "/yuan/v1/endExecution",
    permission: "drills.run",
    encoding: "form",
    input: z.object({ id: Id, notes }),
    output: z.object({ ended: Count }),
  }),
  /** What is still running of a round, as far as the viewer administers it. */
  endRound: call({
    ...vms,
    ...written,
    path: "/yuan/v1/endRound",
    permission: "drills.run",
    encoding: "form",
    input: z.object({ round: z.uuid().max(36), notes }),
    output: z.object({ ended: Count }),
  }),
  record: call({
    ...get,
    path: "/yuan/v1/getExecution",
    permission: null,
    input: z.object({ id: Id }),
    output: DrillRecord,
  }),
  held: call({
    ...get,
    path: "/yuan/v1/getHeldList",
    permission: null,
    input: z.object({
      ...paging,
      year: Year,
      orgname: ledgerFilter.orgname,
      day: Day.optional(),
      zxType: ExecutionTypeFilter,
      ...heldSorting,
    }),
    output: page(HeldDrill),
  }),
  ledger: call({
    ...get,
    path: "/yuan/v1/getLedger",
    permission: null,
    mayLag: true,
    input: z.object({ ...paging, ...ledgerFilter, ...ledgerSorting }),
    /** `total` of the rows; `dueRows` of them are not yet held often enough. */
    output: page(LedgerRow).extend({ dueRows: z.int(), organisations: z.int() }),
  }),
  /** The ledger and what was held. `day` and `zxType`: of what was held. `sort`: of the sheet that has the column. */
  exportLedger: call({
    ...sheet,
    path: "/yuan/v1/exportLedger",
    permission: null,
    input: z.object({ ...ledgerFilter, day: Day.optional(), zxType: ExecutionTypeFilter, ...eitherSorting }),
  }),
}
