import { shownText } from "../core/shown-name.ts"
import { z } from "zod"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { Count, Id, Moment, text } from "../core/wire.ts"

/** WARN-8: how alarms are reported, and by whom. */
export const ingestLimits = {
  itemsPerCall: 100,
  bodyBytes: 768 * 1024,
  /** How far a signed timestamp may be from the server's clock, and how far ahead of it an alarm may have happened. */
  clockMinutes: 5,
  /** Older alarms are refused with a sentence: no monitor would show them, and a gateway whose clock was reset must notice. */
  pastDays: 366,
  /** Of one source at one server process; beyond it 429. */
  callsPerSecond: 50,
  nameLength: 100,
  /** Sources of one organisation that are not revoked. */
  sources: 50,
  callsShown: 50,
  callDays: 7,
  /** So many refusals of one call are stored; the answer names all. */
  refusalsKept: 10,
} as const

/**
 * Who sends it, the seconds since 1970 as digits, and the lower-case hex HMAC-SHA256 of `signedHead` and the body under the
 * source's secret; the body of a GET is empty.
 */
export const signatureHeaders = {
  source: "x-uc-source",
  timestamp: "x-uc-timestamp",
  signature: "x-uc-signature",
} as const

/**
 * BARE-13: what stands before the body in the signed text. Lines, because no part but the body can hold a line break: what
 * was signed for one call is good for no other. `path` is the address as the server gets it, with its query.
 */
export function signedHead(timestamp: string, method: string, path: string): string {
  return `${timestamp}\n${method}\n${path}\n`
}

/**
 * The earlier form, `<timestamp>.<body>`, held neither method nor address. It is accepted until the end of this day in
 * Asia/Shanghai; answers say so with `Deprecation` and `Sunset`.
 */
const oldSignature = { since: "2026-11-16", until: "2027-06-30" } as const

const dayMs = 86_400_000
const startOf = (day: string) => Date.parse(`${day}T00:00:00+08:00`)
export const oldSignatureEndsMs = startOf(oldSignature.until) + dayMs

/** For the answers to a call that was signed by the old form (RFC 9745, RFC 8594). */
export const oldSignatureHeaders = {
  deprecation: `@${startOf(oldSignature.since) / 1000}`,
  sunset: new Date(oldSignatureEndsMs).toUTCString(),
} as const

/** In demo mode this source exists, so that `npm run alarm` needs no key. */
export const demoSource = { key: "demo", secret: "demo-source-of-the-demo-mode", name: "演示来源" } as const

export const ingestMessages = {
  nameMissing: "请填写来源名称",
  unsigned: "签名不正确，或密钥已停用",
  stale: `时间戳与服务器时间相差超过${ingestLimits.clockMinutes}分钟，请校准时钟后重新签名`,
  unknownOrganisation: "单位不存在，或不在该来源的上报范围内",
  unknownLevel: "预警等级不存在或已停用",
  ahead: `时间比服务器时间晚${ingestLimits.clockMinutes}分钟以上`,
  behind: "时间早于一年前，请校准来源的时钟后重新上报",
  uuidTaken: "该编号已被其他预警使用",
  noObject: "应为一个对象",
  missing: "缺少该字段",
  levelRange: "应为1到99之间的整数",
  noText: "应为文本，请加引号",
  noNumber: "应为数字，请去掉引号",
  wrongForm: "格式不正确，请对照接口文档",
  administratorsOnly: "只有管理员可以管理预警来源",
  reachesBeyond: "该单位的来源可以上报辖区内所有单位的预警，请由区域管理员新增",
  tooMany: `预警来源最多${ingestLimits.sources}个`,
  gone: "该来源不存在或已停用，请刷新后再试",
} as const

/**
 * One alarm as a source sends it. `uuid` is the source's own id: sent again it is stored once. An unknown `model_code`
 * is accepted. All values are plain text.
 */
export const IngestItem = z.object({
  uuid: z
    .guid()
    .max(36)
    .transform((written) => written.toLowerCase()),
  orgid: Id,
  model_code: text(64).min(1),
  /** 1 is the gravest. */
  alarm_level: z.int().min(1, ingestMessages.levelRange).max(99, ingestMessages.levelRange),
  createtime: Moment,
  address: text(200).optional(),
  detail: text(2000).optional(),
})
export type IngestItem = z.infer<typeof IngestItem>

const RefusedItem = z.object({
  index: z.int().min(0),
  is: z.literal("refused"),
  /** The field that is wrong; empty: the whole item. */
  field: z.string(),
  msg: z.string(),
})
export type RefusedItem = z.infer<typeof RefusedItem>

/** The result of one item, by its index. `repeated`: it was stored before. */
const ItemResult = z.discriminatedUnion("is", [
  z.object({ index: z.int().min(0), is: z.enum(["accepted", "repeated"]) }),
  RefusedItem,
])
export type ItemResult = z.infer<typeof ItemResult>

/** What a source sent, as it and its administrators see it later. */
export const SourceCall = z.object({
  at: Moment,
  accepted: Count,
  repeated: Count,
  refused: Count,
  refusals: z.array(RefusedItem),
})
export type SourceCall = z.infer<typeof SourceCall>

export const AlarmSource = z.object({
  id: Id,
  orgid: Id,
  orgname: z.string(),
  name: z.string(),
  /** Its public key. */
  key: z.string(),
  createdAt: Moment,
  revokedAt: Moment.nullable(),
  lastCallAt: Moment.nullable(),
})
export type AlarmSource = z.infer<typeof AlarmSource>

/** Items are parsed one by one, so the call takes anything; this is the shape for OpenAPI. */
const anyItem = z.unknown().meta({ ...z.toJSONSchema(IngestItem, { io: "input" }) })

const ewls = { service: "ewls" } as const
const calls = z.object({ calls: z.array(SourceCall) })

export const alarmSourceCalls = {
  /**
   * At most 100 alarms. Answered once the accepted ones are on disk; a bad item is named and does not affect the others.
   * Sent again after a lost answer, nothing is stored twice. 401: not signed. 429 and 503: nothing was stored, send it
   * again after `Retry-After`.
   */
  report: call({
    ...ewls,
    method: "POST",
    path: "/alarm/v1/ingest",
    encoding: "json",
    open: true,
    fromServers: true,
    signed: true,
    writes: true,
    sensitive: false,
    forVendors: { subject: "alarms", summary: "上报预警，每次最多 100 条" },
    input: z.object({ items: z.array(anyItem).min(1).max(ingestLimits.itemsPerCall) }),
    output: z.object({ accepted: Count, repeated: Count, refused: Count, results: z.array(ItemResult) }),
  }),
  /** The source's own last calls, newest first. */
  ownCalls: call({
    ...ewls,
    method: "GET",
    path: "/alarm/v1/ingest_calls",
    open: true,
    fromServers: true,
    signed: true,
    forVendors: { subject: "alarms", summary: "查看本来源最近的上报" },
    input: z.object({}),
    output: calls,
  }),
  /** Whom the source may report for: `orgid` by the name, or by its beginning. At most 200. */
  organisations: call({
    ...ewls,
    method: "GET",
    path: "/alarm/v1/ingest_organisations",
    open: true,
    fromServers: true,
    signed: true,
    forVendors: { subject: "alarms", summary: "按名称查找可以上报的单位" },
    input: z.object({ name: text(ingestLimits.nameLength).optional() }),
    output: z.object({ organisations: z.array(z.object({ orgid: Id, name: z.string() })) }),
  }),
  /** For administrators: those of the organisations that they administer, the revoked ones last. */
  sources: call({
    ...ewls,
    method: "GET",
    path: "/alarm/v1/source_list",
    permission: "alarmSources.manage",
    input: z.object({}),
    output: z.object({ sources: z.array(AlarmSource) }),
  }),
  exportSources: call({
    ...exporting,
    ...ewls,
    path: "/alarm/v1/export_sources",
    permission: "alarmSources.manage",
    input: z.object({}),
  }),
  sourceCalls: call({
    ...ewls,
    method: "GET",
    path: "/alarm/v1/source_calls",
    permission: "alarmSources.manage",
    input: z.object({ id: Id }),
    output: calls,
  }),
  exportCalls: call({
    ...exporting,
    ...ewls,
    path: "/alarm/v1/export_source_calls",
    permission: "alarmSources.manage",
    input: z.object({ id: Id }),
  }),
  /** The secret is shown this once. A source reports for what its organisation reaches: a school itself, a bureau its area. */
  createSource: call({
    ...ewls,
    method: "POST",
    path: "/alarm/v1/source_create",
    encoding: "form",
    writes: true,
    sensitive: "alarm-source",
    permission: "alarmSources.manage",
    onceByItself: true,
    input: z.object({ orgid: Id, name: shownText(ingestLimits.nameLength, ingestMessages.nameMissing) }),
    output: z.object({ source: AlarmSource, secret: z.string() }),
  }),
  /** What it sends from now on is refused. */
  revokeSource: call({
    ...ewls,
    method: "POST",
    path: "/alarm/v1/source_revoke",
    encoding: "form",
    writes: true,
    sensitive: "alarm-source",
    permission: "alarmSources.manage",
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
}
