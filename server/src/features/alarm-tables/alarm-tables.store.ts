import { createHash } from "node:crypto"
import { alarmTableLimits, type AlarmLevelEntry, type AlarmType } from "@uc/contract/alarm-tables/calls"
import { asc, eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { alarmLevel, alarmType } from "../../db/schema/alarms.ts"

/** Until the transaction ends nobody else changes these tables; imports take it too. */
export async function lockAlarmTables(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('alarm-tables', 9))`)
}

/** Short enough to travel, long enough that two contents don't share one. */
function versionOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22)
}

export async function alarmTypes(db: Db): Promise<AlarmType[]> {
  const rows = await db
    .select({ code: alarmType.modelCode, name: alarmType.name, isDisabled: alarmType.isDisabled })
    .from(alarmType)
    .orderBy(asc(alarmType.sortNo), asc(alarmType.modelCode))
  return rows.map((row) => ({ ...row, version: versionOf(row) }))
}

/** By the counts of each month: a table of millions is not walked. */
export async function unknownTypes(db: Db): Promise<{ code: string; total: number }[]> {
  const { rows } = await db.execute<{ code: string; total: number }>(sql`
    select m.model_code as code, sum(m.total)::int as total from alarm_month m
    where m.total > 0 and not exists (select from alarm_type t where t.model_code = m.model_code)
    group by m.model_code order by 2 desc, 1 limit ${alarmTableLimits.unknown}`)
  return rows
}

export async function addType(db: Db, { code, name, isDisabled }: Omit<AlarmType, "version">): Promise<void> {
  await db.insert(alarmType).values({
    modelCode: code,
    name,
    isDisabled,
    sortNo: sql`(select coalesce(max(sort_no), 0) + 10 from alarm_type)`,
  })
}

export async function changeType(
  db: Db,
  { code, name, isDisabled }: Omit<AlarmType, "version">,
): Promise<void> {
  await db.update(alarmType).set({ name, isDisabled }).where(eq(alarmType.modelCode, code))
}

export async function arrangeTypes(db: Db, codes: readonly string[]): Promise<void> {
  await db.execute(sql`
    update alarm_type set sort_no = placed.no * 10
    from unnest(${sql.param([...codes])}::text[]) with ordinality as placed (code, no)
    where model_code = placed.code`)
}

export async function removeType(db: Db, code: string): Promise<void> {
  await db.delete(alarmType).where(eq(alarmType.modelCode, code))
}

export async function alarmsOfType(db: Db, code: string): Promise<number> {
  return alarmsWith(db, sql`model_code = ${code}`)
}

export async function alarmsOfLevel(db: Db, level: number): Promise<number> {
  return alarmsWith(db, sql`level = ${level}`)
}

async function alarmsWith(db: Db, condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select coalesce(sum(total), 0)::int as total from alarm_month where ${condition}`,
  )
  return rows[0]?.total ?? 0
}

export async function alarmLevels(db: Db): Promise<AlarmLevelEntry[]> {
  const rows = await db
    .select({
      level: alarmLevel.level,
      name: alarmLevel.name,
      minutesToTake: alarmLevel.minutesToTake,
      minutesToHandle: alarmLevel.minutesToHandle,
      isDisabled: alarmLevel.isDisabled,
    })
    .from(alarmLevel)
    .orderBy(asc(alarmLevel.level))
  return rows.map((row) => ({ ...row, version: versionOf(row) }))
}

export async function putLevel(db: Db, { level, ...rest }: Omit<AlarmLevelEntry, "version">): Promise<void> {
  await db
    .insert(alarmLevel)
    .values({ level, ...rest })
    .onConflictDoUpdate({ target: alarmLevel.level, set: rest })
}

export async function removeLevel(db: Db, level: number): Promise<void> {
  await db.delete(alarmLevel).where(eq(alarmLevel.level, level))
}
