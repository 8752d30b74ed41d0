import { z } from "zod"
import { call } from "../core/call.ts"
import { Moment } from "../core/wire.ts"
import { checkStates } from "./findings.ts"

export const statusLimits = {
  /** A check that takes longer ends as unknown. */
  checkMs: 3000,
  /** How often the page asks again. */
  refreshMs: 15_000,
  /** How often a process says that it lives, and after which silence it is listed as silent. */
  heartbeatMs: 15_000,
  silentS: 60,
  /** A process that has been silent for so long is no longer listed. */
  forgottenMinutes: 10,
  processes: 100,
  slowest: 10,
} as const

export const statusMessages = {
  title: "运行状态",
  words: "服务进程、数据库、定时任务、磁盘和证书的情况，每 15 秒自动刷新。有问题的排在最前。",
  fine: "一切正常",
  copied: "诊断信息已复制，可以发给技术支持；其中没有个人信息",
  onlyThisProcess: "今天由当前进程处理的请求，重启后重新统计",
} as const

const count = z.int().min(0)

export const StatusCheck = z.object({
  id: z.string(),
  state: z.enum(checkStates),
  title: z.string(),
  found: z.string(),
  /** Null: nothing is to be done. */
  todo: z.string().nullable(),
})
export type StatusCheck = z.infer<typeof StatusCheck>

export const StatusProcess = z.object({
  id: z.string(),
  host: z.string(),
  pid: count,
  version: z.string(),
  startedAt: Moment,
  seenAt: Moment,
  /** It has not reported for `statusLimits.silentS`. */
  isSilent: z.boolean(),
  /** The one that answers this call. */
  isThis: z.boolean(),
  memoryBytes: z.number(),
  /** The longest delay of the event loop since the report before. */
  delayMs: z.number(),
  streams: count,
})
export type StatusProcess = z.infer<typeof StatusProcess>

export const StatusJob = z.object({
  name: z.string(),
  title: z.string(),
  lastStartedAt: Moment.nullable(),
  lastOkAt: Moment.nullable(),
  lastErrorAt: Moment.nullable(),
  isFailing: z.boolean(),
})
export type StatusJob = z.infer<typeof StatusJob>

export const StatusQueue = z.object({
  name: z.string(),
  title: z.string(),
  waiting: count,
  /** How long the oldest has waited; null: nothing waits. */
  oldestS: count.nullable(),
})
export type StatusQueue = z.infer<typeof StatusQueue>

const StatusDatabase = z.object({
  version: z.string(),
  isEmbedded: z.boolean(),
  role: z.string(),
  sizeBytes: z.number(),
  standbys: count,
  /** Null: there is no standby, or its lag is not visible. */
  lagS: z.number().nullable(),
  connections: count,
  maxConnections: count,
  /** The connections of the process that answers; `waiting`: requests that wait for one. */
  pool: z.object({ busy: count, idle: count, waiting: count, most: count }),
})

/** OPS-4. A part that could not be read is null; the checks say why. */
export const StatusOverview = z.object({
  at: Moment,
  /** What is wrong comes first. */
  checks: z.array(StatusCheck),
  product: z.object({
    version: z.string(),
    commit: z.string().nullable(),
    node: z.string(),
    startedAt: Moment,
  }),
  processes: z.array(StatusProcess).nullable(),
  database: StatusDatabase.nullable(),
  jobs: z.array(StatusJob).nullable(),
  queues: z.array(StatusQueue).nullable(),
  disks: z.array(z.object({ folder: z.string(), freeBytes: z.number(), totalBytes: z.number() })).nullable(),
  certificate: z.object({ daysLeft: z.int(), until: Moment, issuer: z.string() }).nullable(),
  /** Of this process, today; the slowest first. */
  slowest: z.array(z.object({ call: z.string(), count, p95Ms: z.number(), maxMs: z.number() })).nullable(),
})
export type StatusOverview = z.infer<typeof StatusOverview>

export const statusCalls = {
  overview: call({
    service: "usercenter",
    method: "GET",
    path: "/status/get_overview.action",
    permission: "status.read",
    polled: true,
    input: z.object({}),
    output: StatusOverview,
  }),
}
