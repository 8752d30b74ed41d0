import { z } from "zod"
import { call } from "../core/call.ts"
import { shownName } from "../core/shown-name.ts"
import { text } from "../core/wire.ts"

export const alarmTableLimits = {
  code: 64,
  typeName: 50,
  levelName: 20,
  /** The monitor asks for all of them in one page. */
  types: 200,
  levels: 20,
  /** Of a level's number: what a source may send. */
  highestLevel: 99,
  /** A week. */
  minutes: 10_080,
  /** Unknown types that are offered to be named. */
  unknown: 50,
} as const

const { minutes, highestLevel } = alarmTableLimits

export const alarmTableMessages = {
  platformOnly: "只有平台管理员可以维护预警类型和等级",
  codeMissing: "请填写类型代码",
  nameMissing: "请填写名称",
  nameHidden: "名称不能含有控制字符或不可见字符",
  badLevel: `应为1到${highestLevel}的整数`,
  badMinutes: `应为1到${minutes}的整数；不填则不上报`,
  typeTaken: "该类型代码已存在，请换一个",
  levelTaken: "该等级已存在，请换一个数字",
  nameTaken: "已有同名的条目，请换一个名称",
  gone: "该条目不存在或已被删除，请刷新后再试",
  changedMeanwhile: "该条目刚刚被其他管理员修改过，请查看最新内容后再试",
  arrangedMeanwhile: "预警类型刚刚被其他管理员修改过，已为您刷新，请再试一次",
  tooManyTypes: `预警类型最多${alarmTableLimits.types}个`,
  tooManyLevels: `预警等级最多${alarmTableLimits.levels}个`,
  inUse: (alarms: number) =>
    `正在使用，不能删除：${alarms.toLocaleString("zh-CN")}条预警属于它。不再使用时可以停用，已有的预警仍显示名称`,
} as const

function name(limit: number) {
  return shownName(limit, { missing: alarmTableMessages.nameMissing, hidden: alarmTableMessages.nameHidden })
}
/** As a source sends it: nothing is trimmed, or it would be another one. */
export const AlarmTypeCode = text(alarmTableLimits.code).min(1, alarmTableMessages.codeMissing)
export const AlarmTypeName = name(alarmTableLimits.typeName)
export const AlarmLevelName = name(alarmTableLimits.levelName)
export const AlarmLevelNumber = z
  .int(alarmTableMessages.badLevel)
  .min(1, alarmTableMessages.badLevel)
  .max(highestLevel, alarmTableMessages.badLevel)
const Minutes = z
  .int(alarmTableMessages.badMinutes)
  .min(1, alarmTableMessages.badMinutes)
  .max(minutes, alarmTableMessages.badMinutes)
  .nullable()

export const AlarmType = z.object({
  code: z.string(),
  name: z.string(),
  isDisabled: z.boolean(),
  version: z.string(),
})
export type AlarmType = z.infer<typeof AlarmType>

export const AlarmLevelEntry = z.object({
  /** The smaller, the worse. */
  level: z.int(),
  name: z.string(),
  /** How long one may wait for somebody who takes it, or does something about it, before it is escalated; null: for ever. */
  minutesToTake: z.int().nullable(),
  minutesToHandle: z.int().nullable(),
  isDisabled: z.boolean(),
  version: z.string(),
})
export type AlarmLevelEntry = z.infer<typeof AlarmLevelEntry>

const version = text(64).optional()
const get = { service: "newusercenter", method: "GET" } as const
const post = {
  service: "newusercenter",
  method: "POST",
  encoding: "json",
  writes: true,
  sensitive: false,
} as const
const path = "/v1/alarmTable"

/** DISTRICT-9: warning types and levels are the same for all, and for the platform's administrators to change. */
export const alarmTableCalls = {
  types: call({
    ...get,
    path: `${path}/getTypes`,
    permission: "alarmTables.manage",
    input: z.object({}),
    output: z.object({
      /** In their order, those out of use too. */
      items: z.array(AlarmType),
      /** What alarms came in with and no entry knows, the most frequent first. */
      unknown: z.array(z.object({ code: z.string(), total: z.int() })),
    }),
  }),
  /** Without a version it adds, as the last; with the one that was seen it changes the type of this code. */
  saveType: call({
    ...post,
    path: `${path}/saveType`,
    permission: "alarmTables.manage",
    input: z.object({ code: AlarmTypeCode, name: AlarmTypeName, isDisabled: z.boolean(), version }),
    output: z.object({}),
  }),
  /** All codes in their new order. */
  arrangeTypes: call({
    ...post,
    path: `${path}/arrangeTypes`,
    permission: "alarmTables.manage",
    input: z.object({ codes: z.array(AlarmTypeCode).max(alarmTableLimits.types) }),
    output: z.object({}),
  }),
  removeType: call({
    ...post,
    path: `${path}/removeType`,
    permission: "alarmTables.manage",
    input: z.object({ code: AlarmTypeCode }),
    output: z.object({}),
  }),
  levels: call({
    ...get,
    path: `${path}/getLevels`,
    permission: "alarmTables.manage",
    input: z.object({}),
    output: z.array(AlarmLevelEntry),
  }),
  saveLevel: call({
    ...post,
    path: `${path}/saveLevel`,
    permission: "alarmTables.manage",
    input: z.object({
      level: AlarmLevelNumber,
      name: AlarmLevelName,
      minutesToTake: Minutes,
      minutesToHandle: Minutes,
      isDisabled: z.boolean(),
      version,
    }),
    output: z.object({}),
  }),
  removeLevel: call({
    ...post,
    path: `${path}/removeLevel`,
    permission: "alarmTables.manage",
    input: z.object({ level: AlarmLevelNumber }),
    output: z.object({}),
  }),
}
