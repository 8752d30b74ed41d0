import { alarmTableCalls, alarmTableLimits, alarmTableMessages } from "@uc/contract/alarm-tables/calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Db } from "../../db/open.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { everybody, publishEvent } from "../../realtime/publish-event.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import {
  addType,
  alarmLevels,
  alarmsOfLevel,
  alarmsOfType,
  alarmTypes,
  arrangeTypes,
  changeType,
  lockAlarmTables,
  putLevel,
  removeLevel,
  removeType,
  unknownTypes,
} from "./alarm-tables.store.ts"

const messages = alarmTableMessages
const conflict = { status: 409 } as const

/** DISTRICT-9. The platform's, the same for all. */
export const alarmTableRoutes = implementCalls(alarmTableCalls, () => ({
  types: async (_input, { db }) => ({ items: await alarmTypes(db), unknown: await unknownTypes(db) }),

  saveType: async ({ version, ...given }, context) => {
    const db = await locked(context)
    const all = await alarmTypes(db)
    const before = all.find(({ code }) => code === given.code) ?? null
    mustBeSeen(before, version, messages.typeTaken, "code")
    if (!before && all.length >= alarmTableLimits.types) throw new Refusal(messages.tooManyTypes)
    mustBeOnlyName(
      all.filter((other) => other !== before),
      given.name,
    )
    await (before ? changeType(db, given) : addType(db, given))
    await writeAuditEntry(context, "alarmTables.saveType", {
      before: before && shownInLog(before),
      after: shownInLog(given),
    })
    await tell(db)
    return {}
  },

  arrangeTypes: async ({ codes }, context) => {
    const db = await locked(context)
    const before = await alarmTypes(db)
    const isSame = codes.length === before.length && before.every(({ code }) => codes.includes(code))
    if (!isSame) throw new Refusal(messages.arrangedMeanwhile, conflict)
    await arrangeTypes(db, codes)
    const after = await alarmTypes(db)
    await writeAuditEntry(context, "alarmTables.arrangeTypes", {
      before: { order: before.map(({ name }) => name) },
      after: { order: after.map(({ name }) => name) },
    })
    await tell(db)
    return {}
  },

  removeType: async ({ code }, context) => {
    const db = await locked(context)
    const before = (await alarmTypes(db)).find((type) => type.code === code)
    if (!before) throw new Refusal(messages.gone, conflict)
    const alarms = await alarmsOfType(db, code)
    if (alarms > 0) throw new Refusal(messages.inUse(alarms), conflict)
    await removeType(db, code)
    await writeAuditEntry(context, "alarmTables.removeType", { before: shownInLog(before), after: null })
    await tell(db)
    return {}
  },

  levels: (_input, { db }) => alarmLevels(db),

  saveLevel: async ({ version, ...given }, context) => {
    const db = await locked(context)
    const all = await alarmLevels(db)
    const before = all.find(({ level }) => level === given.level) ?? null
    mustBeSeen(before, version, messages.levelTaken, "level")
    if (!before && all.length >= alarmTableLimits.levels) throw new Refusal(messages.tooManyLevels)
    mustBeOnlyName(
      all.filter((other) => other !== before),
      given.name,
    )
    await putLevel(db, given)
    await writeAuditEntry(context, "alarmTables.saveLevel", {
      before: before && levelInLog(before),
      after: levelInLog(given),
    })
    await tell(db)
    return {}
  },

  removeLevel: async ({ level }, context) => {
    const db = await locked(context)
    const before = (await alarmLevels(db)).find((each) => each.level === level)
    if (!before) throw new Refusal(messages.gone, conflict)
    const alarms = await alarmsOfLevel(db, level)
    if (alarms > 0) throw new Refusal(messages.inUse(alarms), conflict)
    await removeLevel(db, level)
    await writeAuditEntry(context, "alarmTables.removeLevel", { before: levelInLog(before), after: null })
    await tell(db)
    return {}
  },
}))

async function locked(context: RequestContext): Promise<Db> {
  await lockAlarmTables(context.db)
  return context.db
}

/** What is there is changed by whoever saw it as it is; without a version something new is wanted. */
function mustBeSeen(
  before: { readonly version: string } | null,
  version: string | undefined,
  taken: string,
  field: string,
): void {
  if (before && version === undefined) throw new Refusal(taken, { field })
  if (!before && version !== undefined) throw new Refusal(messages.gone, conflict)
  if (before && version !== before.version) throw new Refusal(messages.changedMeanwhile, conflict)
}

/** Lists are filtered by the name of a level, and two types of one name can't be told apart. */
function mustBeOnlyName(others: readonly { readonly name: string }[], name: string): void {
  if (others.some((other) => shownNameKey(other.name) === shownNameKey(name)))
    throw new Refusal(messages.nameTaken, { field: "name" })
}

/** Names stand in alarms too: both are asked for again. */
async function tell(db: Db): Promise<void> {
  await publishEvent(db, "codes", everybody)
  await publishEvent(db, "alarms", everybody)
}

interface Named {
  readonly name: string
  readonly isDisabled: boolean
}

function shownInLog({ code, name, isDisabled }: Named & { readonly code: string }): Record<string, unknown> {
  return { name, code, state: isDisabled ? "停用" : "启用" }
}

function levelInLog({
  level,
  name,
  minutesToTake,
  minutesToHandle,
  isDisabled,
}: Named & {
  readonly level: number
  readonly minutesToTake: number | null
  readonly minutesToHandle: number | null
}): Record<string, unknown> {
  const within = (what: string, minutes: number | null) =>
    minutes === null ? `${what}不限时` : `${what}限${minutes}分钟`
  return {
    name,
    level: `${level}级`,
    limits: [within("确认", minutesToTake), within("处置", minutesToHandle)],
    state: isDisabled ? "停用" : "启用",
  }
}
