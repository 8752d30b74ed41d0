import { shownText } from "../core/shown-name.ts"
import { z } from "zod"
import { assessmentLimits, assessmentMessages } from "./messages.ts"
import { AssessmentStage } from "./steps.ts"
import { Attachment } from "../attachments/calls.ts"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { sortedBy } from "../core/sorting.ts"
import { OrganisationKind } from "../directory/calls.ts"
import { timeoutsMs } from "../core/http.ts"
import { organisationLimits, organisationMessages } from "../organisations/admin-calls.ts"
import { Count, Cursor, Day, Id, IdList, Moment, PageSize, text } from "../core/wire.ts"

const score = z.number().min(0).max(assessmentLimits.fullScore).multipleOf(0.01, assessmentMessages.decimals)
const itemFacts = {
  group: z.string(),
  name: z.string(),
  weight: z.number(),
  fullScore: z.number(),
  /** What evidence is asked. */
  asked: z.string(),
}
export const SchemeItem = z.object({ id: Id, ...itemFacts })
export type SchemeItem = z.infer<typeof SchemeItem>

export const AssessmentScheme = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  items: z.array(SchemeItem),
  /** How many have been given it, over all periods; from one on it can't change. */
  given: z.int().min(0),
  periods: z.array(z.string()),
  version: z.int(),
})
export type AssessmentScheme = z.infer<typeof AssessmentScheme>

export const AssessmentRow = z.object({
  id: Id,
  title: z.string(),
  period: z.string(),
  orgid: Id,
  orgname: z.string(),
  begins: Day,
  ends: Day,
  stage: AssessmentStage,
  /** Items with an own score, of how many. */
  filled: z.int(),
  items: z.int(),
  score: z.number().nullable(),
  full: z.number(),
  submittedAt: Moment.nullable(),
})
export type AssessmentRow = z.infer<typeof AssessmentRow>

export const FilledItem = z.object({
  itemId: Id,
  ...itemFacts,
  words: z.string(),
  ownScore: z.number().nullable(),
  reviewScore: z.number().nullable(),
  remark: z.string(),
  evidence: z.array(Attachment),
  /** 0: nobody has written anything yet. */
  version: z.int(),
})
export type FilledItem = z.infer<typeof FilledItem>

export const AssessmentDetail = AssessmentRow.omit({ items: true }).extend({
  description: z.string(),
  items: z.array(FilledItem),
  ownSum: z.number(),
  reason: z.string().nullable(),
  submittedBy: z.string().nullable(),
  reviewedAt: Moment.nullable(),
  reviewedBy: z.string().nullable(),
  version: z.int(),
  mayFill: z.boolean(),
  /** DAY-9: what they have submitted, as long as nobody has begun to review it. */
  mayTakeBack: z.boolean().default(false),
  mayReview: z.boolean(),
  mayExtend: z.boolean(),
  /** Why the viewer can't fill in or review now, though it is their organisation's turn. */
  why: z.string().nullable(),
})
export type AssessmentDetail = z.infer<typeof AssessmentDetail>

export const AssessmentResult = z.object({
  id: Id,
  orgid: Id,
  orgname: z.string(),
  stage: AssessmentStage,
  ownSum: z.number(),
  score: z.number().nullable(),
})
export type AssessmentResult = z.infer<typeof AssessmentResult>

/** The organisation's base data; null: not told. */
export const profileNumbers = {
  founded: "建校（成立）年份",
  staff: "教职工（员工）人数",
  classes: "班级数",
  students: "学生数",
  siteM2: "占地面积（平方米）",
  cameras: "监控摄像头（个）",
  fireHydrants: "消火栓（个）",
} as const
export type ProfileNumber = keyof typeof profileNumbers
/** What only a school has. */
export const schoolNumbers: readonly ProfileNumber[] = [
  "classes",
  "students",
  "siteM2",
  "cameras",
  "fireHydrants",
]

const amount = z.int().min(0).max(100_000_000).nullable()
const numbers = {
  founded: z.int("请填写四位年份").min(1000, "请填写四位年份").max(2999, "请填写四位年份").nullable(),
  staff: amount,
  classes: amount,
  students: amount,
  siteM2: amount,
  cameras: amount,
  fireHydrants: amount,
}
const place = {
  lng: z.number().min(-180, "经度须在-180到180之间").max(180, "经度须在-180到180之间").nullable(),
  lat: z.number().min(-90, "纬度须在-90到90之间").max(90, "纬度须在-90到90之间").nullable(),
}

const told = z.number().nullable()
export const OrganisationBase = z.object({
  orgid: Id,
  orgname: z.string(),
  kind: OrganisationKind,
  shortName: z.string(),
  address: z.string(),
  phone: z.string(),
  lng: told,
  lat: told,
  founded: told,
  staff: told,
  classes: told,
  students: told,
  siteM2: told,
  cameras: told,
  fireHydrants: told,
  completeness: z.int().min(0).max(100),
  version: z.int(),
  mayChange: z.boolean(),
})
export type OrganisationBase = z.infer<typeof OrganisationBase>

const timeoutMs = timeoutsMs.assessment
const get = { service: "newusercenter", method: "GET", timeoutMs } as const
const post = {
  service: "newusercenter",
  method: "POST",
  encoding: "json",
  writes: true,
  sensitive: false,
  timeoutMs,
} as const
const path = "/v1/assessment"
const seen = { id: Id, version: Count }
const done = z.object({ version: z.int() })
const pageFilters = {
  of: z.enum(["mine", "given", "all"]),
  stage: AssessmentStage.optional(),
  search: text(assessmentLimits.searched).optional(),
  /** DAY-13: otherwise by deadline, the latest first. */
  ...sortedBy("title", "period", "orgname", "stage", "ends", "submittedAt", "score"),
}
const sheet = { ...exporting, service: "newusercenter" } as const
const period = shownText(assessmentLimits.period, assessmentMessages.periodMissing)

export const assessmentAdminCalls = {
  schemes: call({
    ...get,
    path: `${path}/getSchemes`,
    permission: "assessments.read",
    input: z.object({}),
    output: z.object({ schemes: z.array(AssessmentScheme), mayAdminister: z.boolean() }),
  }),
  exportSchemes: call({
    ...sheet,
    path: `${path}/exportSchemes`,
    permission: "assessments.read",
    input: z.object({}),
  }),
  saveScheme: call({
    ...post,
    path: `${path}/saveScheme`,
    permission: "assessments.schemes",
    input: z.object({
      id: Id.optional(),
      version: Count.optional(),
      title: shownText(assessmentLimits.title, assessmentMessages.titleMissing),
      description: text(assessmentLimits.description).trim().default(""),
      items: z
        .array(
          z.object({
            group: text(assessmentLimits.group).trim().default(""),
            name: shownText(assessmentLimits.itemName, assessmentMessages.itemNameMissing),
            weight: z
              .number()
              .min(0.01, assessmentMessages.weightWrong)
              .max(assessmentLimits.weight, assessmentMessages.weightWrong)
              .multipleOf(0.01, assessmentMessages.decimals),
            fullScore: z
              .number()
              .min(0.01, assessmentMessages.fullScoreWrong)
              .max(assessmentLimits.fullScore, assessmentMessages.fullScoreWrong)
              .multipleOf(0.01, assessmentMessages.decimals),
            asked: text(assessmentLimits.asked).trim().default(""),
          }),
        )
        .min(1, assessmentMessages.itemMissing)
        .max(assessmentLimits.items, assessmentMessages.tooManyItems),
    }),
    output: AssessmentScheme,
  }),
  removeScheme: call({
    ...post,
    path: `${path}/removeScheme`,
    permission: "assessments.schemes",
    input: z.object(seen),
    output: z.object({}),
  }),
  give: call({
    ...post,
    path: `${path}/give`,
    permission: "assessments.schemes",
    input: z.object({ schemeId: Id, period, begins: Day, ends: Day, orgids: IdList }),
    output: z.object({ given: z.int() }),
  }),
  /** `mine`: what the own organisation fills in; `given`: what was given by a scheme of the own. */
  page: call({
    ...get,
    path: `${path}/getPage`,
    permission: "assessments.read",
    input: z.object({ ...pageFilters, limit: PageSize.default(20), before: Cursor.optional() }),
    output: z.object({ items: z.array(AssessmentRow), older: Cursor.nullable() }),
  }),
  exportPage: call({
    ...sheet,
    path: `${path}/exportPage`,
    permission: "assessments.read",
    input: z.object(pageFilters),
  }),
  detail: call({
    ...get,
    path: `${path}/getDetail`,
    permission: "assessments.read",
    input: z.object({ id: Id }),
    output: AssessmentDetail,
  }),
  /** One item by itself, as somebody types. `evidence`: what is added. */
  saveItem: call({
    ...post,
    path: `${path}/saveItem`,
    permission: "assessments.fill",
    input: z.object({
      ...seen,
      itemId: Id,
      words: text(assessmentLimits.words).default(""),
      ownScore: score.nullable().default(null),
      evidence: IdList.default(""),
    }),
    output: z.object({ version: z.int(), evidence: z.array(Attachment) }),
  }),
  removeEvidence: call({
    ...post,
    path: `${path}/removeEvidence`,
    permission: "assessments.fill",
    input: z.object({ id: Id, itemId: Id, attachmentId: Id }),
    output: z.object({ evidence: z.array(Attachment) }),
  }),
  submit: call({
    ...post,
    path: `${path}/submit`,
    permission: "assessments.fill",
    input: z.object(seen),
    output: done,
  }),
  /** DAY-9: to mend it and submit it again; refused once its review has begun. */
  takeBack: call({
    ...post,
    path: `${path}/takeBack`,
    permission: "assessments.fill",
    input: z.object(seen),
    output: done,
  }),
  reviewItem: call({
    ...post,
    path: `${path}/reviewItem`,
    permission: "assessments.review",
    input: z.object({
      ...seen,
      itemId: Id,
      reviewScore: score.nullable().default(null),
      remark: text(assessmentLimits.remark).default(""),
    }),
    output: done,
  }),
  /** It can be filled in again until `ends`. */
  sendBack: call({
    ...post,
    path: `${path}/sendBack`,
    permission: "assessments.review",
    input: z.object({
      ...seen,
      reason: shownText(assessmentLimits.reason, assessmentMessages.reasonMissing),
      ends: Day,
    }),
    output: done,
  }),
  /** For those who have not submitted: a new deadline. */
  extend: call({
    ...post,
    path: `${path}/extend`,
    permission: "assessments.review",
    input: z.object({ ...seen, ends: Day }),
    output: done,
  }),
  accept: call({
    ...post,
    path: `${path}/accept`,
    permission: "assessments.review",
    input: z.object(seen),
    output: done.extend({ score: z.number() }),
  }),
  /** Of one scheme, for its owner: the results of one period, and the average of each period. */
  results: call({
    ...get,
    path: `${path}/getResults`,
    permission: "assessments.read",
    input: z.object({ schemeId: Id, period: text(assessmentLimits.period).optional() }),
    output: z.object({
      period: z.string(),
      full: z.number(),
      rows: z.array(AssessmentResult),
      isCut: z.boolean(),
      trend: z.array(z.object({ period: z.string(), average: z.number(), accepted: z.int() })),
    }),
  }),
  exportResults: call({
    ...sheet,
    path: `${path}/exportResults`,
    permission: "assessments.read",
    input: z.object({ schemeId: Id, period: text(assessmentLimits.period).optional() }),
  }),
  /** One organisation's final results, the oldest first. */
  trend: call({
    ...get,
    path: `${path}/getTrend`,
    permission: "assessments.read",
    input: z.object({ orgid: Id.optional() }),
    output: z.object({
      results: z.array(
        z.object({ id: Id, title: z.string(), period: z.string(), score: z.number(), full: z.number() }),
      ),
    }),
  }),
  exportTrend: call({
    ...sheet,
    path: `${path}/exportTrend`,
    permission: "assessments.read",
    input: z.object({ orgid: Id.optional() }),
  }),
  profile: call({
    ...get,
    path: "/v1/profile/get",
    permission: null,
    more: "organisations.change",
    input: z.object({ orgid: Id.optional() }),
    output: OrganisationBase,
  }),
  saveProfile: call({
    ...post,
    path: "/v1/profile/save",
    permission: "organisations.change",
    input: z.object({
      orgid: Id,
      version: Count,
      shortName: text(organisationLimits.shortName).trim().default(""),
      address: text(organisationLimits.address).trim().default(""),
      phone: text(organisationLimits.phone)
        .trim()
        .regex(/^[-0-9 ()+（）]*$/, organisationMessages.phoneWrong)
        .default(""),
      ...place,
      ...numbers,
    }),
    output: OrganisationBase,
  }),
}
