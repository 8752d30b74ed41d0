import { activeStates } from "@uc/contract/alarms/admin-calls"
import { executionTypes } from "@uc/contract/drills/calls"
import { awarenessLimits, levelSubject, type ToldAudience } from "@uc/contract/awareness/told"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, gt, isNull, lte, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { alarm, alarmConfirmation, alarmLevel, alarmType } from "../../db/schema/alarms.ts"
import { drill, drillConfirmation } from "../../db/schema/drills.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { typeName } from "../alarms/public.ts"
import { toldTo } from "./told-rules.store.ts"

/** What somebody may know of. */
export interface Subject {
  readonly kind: "alarm" | "drill" | "emergency"
  readonly id: Id
  readonly orgId: Id
  readonly orgname: string
  readonly title: string
  readonly levelName: string | null
  readonly place: string | null
  readonly endedAt: Date | null
  readonly isOver: boolean
  readonly told: ToldAudience
  readonly remindedAt: string | null
  readonly remindableAt: string | null
  readonly smsRemindableAt: string | null
}

function remindColumns(table: typeof alarm | typeof drill) {
  return {
    remindedAt: sql<string | null>`${asMoment(table.remindedAt)}`,
    remindableAt: nextAfter(table.remindedAt),
    smsRemindableAt: nextAfter(table.remindedBySmsAt),
  }
}

/** Null: now. */
function nextAfter(column: (typeof alarm | typeof drill)["remindedAt" | "remindedBySmsAt"]) {
  const next = sql`(${column} + make_interval(mins => ${awarenessLimits.remindMinutes}))`
  return sql<string | null>`case when ${next} > now() then ${asMoment(next)} end`
}

/** Null: none in the viewer's reach. */
export async function alarmSubject(db: Db, uuid: string): Promise<Subject | null> {
  const [found] = await db
    .select({
      id: alarm.id,
      orgId: alarm.orgId,
      orgname: organisation.name,
      title: typeName(alarmType.name, alarm.modelCode),
      level: alarm.level,
      levelName: alarmLevel.name,
      place: alarm.address,
      state: alarm.state,
      endedAt: alarm.closedAt,
      ...remindColumns(alarm),
    })
    .from(alarm)
    .innerJoin(organisation, eq(organisation.id, alarm.orgId))
    .innerJoin(alarmLevel, eq(alarmLevel.level, alarm.level))
    .leftJoin(alarmType, eq(alarmType.modelCode, alarm.modelCode))
    .where(eq(alarm.uuid, uuid))
  if (!found) return null
  const { level, state, ...rest } = found
  const told = (await toldTo(db))(levelSubject(level))
  return { ...rest, kind: "alarm", told, isOver: !activeStates.some((active) => active === state) }
}

export async function drillSubject(db: Db, id: Id): Promise<Subject | null> {
  const [found] = await db
    .select({
      id: drill.id,
      orgId: drill.orgId,
      orgname: organisation.name,
      title: drill.yazxTitle,
      zxType: drill.zxType,
      endedAt: drill.endedAt,
      ...remindColumns(drill),
    })
    .from(drill)
    .innerJoin(organisation, eq(organisation.id, drill.orgId))
    .where(eq(drill.id, id))
  if (!found) return null
  const { zxType, ...rest } = found
  const kind = zxType === executionTypes.emergency ? "emergency" : "drill"
  const told = (await toldTo(db))(kind)
  return { ...rest, kind, told, levelName: null, place: null, isOver: found.endedAt !== null }
}

/** 值班人员: administrators, and who handles alarms of their own organisation by a role (decision 066). */
const isOnDuty = sql`(${person.admintype} > 0 or exists (
  select from person_role held join role on role.id = held.role_id
  where held.person_id = ${person.id} and role.org_id = ${person.orgId} and 'alarms.manage' = any (role.permissions)
    and (role.scope_kind in ('organisation', 'area')
      or role.scope_kind = 'chosen' and ${person.orgId} = any (role.scope_orgs))))`

const belongsTo: Readonly<Record<ToldAudience, SQL | undefined>> = {
  nobody: sql`false`,
  administrators: sql`${person.admintype} > 0`,
  duty: isOnDuty,
  staff: undefined,
}

/** Who counts: now, or where it is over as of its end. Whoever came later was never told. */
function isCounted({ orgId, told, endedAt }: Subject): SQL | undefined {
  const isThere =
    endedAt === null
      ? isNull(person.disabledAt)
      : and(lte(person.createdAt, endedAt), or(isNull(person.disabledAt), gt(person.disabledAt, endedAt)))
  return and(eq(person.orgId, orgId), eq(person.isParent, false), isThere, belongsTo[told])
}

function hasConfirmed({ kind, id }: Subject): SQL {
  return kind === "alarm"
    ? sql`exists (select from ${alarmConfirmation} where ${alarmConfirmation.alarmId} = ${id}
        and ${alarmConfirmation.personId} = ${person.id})`
    : sql`exists (select from ${drillConfirmation} where ${drillConfirmation.drillId} = ${id}
        and ${drillConfirmation.personId} = ${person.id})`
}

interface Counts {
  readonly people: number
  readonly confirmed: number
  readonly withPhone: number
  /** The viewer is counted, and has not confirmed. */
  readonly isMissing: boolean
}

export async function countKnowing(db: Db, subject: Subject, viewer: Id): Promise<Counts> {
  const knows = hasConfirmed(subject)
  const [counted] = await db
    .select({
      people: sql<number>`count(*)::int`,
      confirmed: sql<number>`count(*) filter (where ${knows})::int`,
      withPhone: sql<number>`count(*) filter (where ${person.phone} is not null and not ${knows})::int`,
      isMissing: sql<boolean>`coalesce(bool_or(${person.id} = ${viewer} and not ${knows}), false)`,
    })
    .from(person)
    .where(isCounted(subject))
  return counted ?? { people: 0, confirmed: 0, withPhone: 0, isMissing: false }
}

interface Missing {
  readonly id: Id
  readonly nickname: string
  readonly deptname: string
  readonly phone: string | null
}

// Drizzle writes a selected column of the only table without its name, which another of these tables has too.
const departments = sql<string>`coalesce((
  select string_agg(d.name, '、' order by pd.is_main desc, pd.sort_no, pd.id)
  from person_department pd join department d on d.id = pd.department_id where pd.person_id = person.id), '')`

/** A page of those who have not confirmed, as people are listed. */
export function missingPeople(
  db: Db,
  subject: Subject,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<Missing[]> {
  return db
    .select({ id: person.id, nickname: person.name, deptname: departments, phone: person.phone })
    .from(person)
    .where(and(isCounted(subject), sql`not ${hasConfirmed(subject)}`))
    .orderBy(asc(person.pinyin), asc(person.id))
    .offset(start)
    .limit(limit)
}

/** All of them, to be reminded. */
export function everybodyMissing(db: Db, subject: Subject): Promise<{ id: Id; phone: string | null }[]> {
  return db
    .select({ id: person.id, phone: person.phone })
    .from(person)
    .where(and(isCounted(subject), sql`not ${hasConfirmed(subject)}`))
    .orderBy(asc(person.pinyin), asc(person.id))
}

/** Of two who remind at once the second waits, and is refused. False: it was done lately by the same way. */
export async function markReminded(
  db: Db,
  { kind, id }: Subject,
  way: "remindedAt" | "remindedBySmsAt",
): Promise<boolean> {
  const table = kind === "alarm" ? alarm : drill
  const before = sql`now() - make_interval(mins => ${awarenessLimits.remindMinutes})`
  const marked = await db
    .update(table)
    .set({ [way]: sql`now()` })
    .where(and(eq(table.id, id), or(isNull(table[way]), lte(table[way], before))))
    .returning({ id: table.id })
  return marked.length > 0
}

export async function confirmationOf(db: Db, alarmId: Id, personId: Id): Promise<string> {
  const [confirmed] = await db
    .select({ at: asMoment(alarmConfirmation.confirmedAt) })
    .from(alarmConfirmation)
    .where(and(eq(alarmConfirmation.alarmId, alarmId), eq(alarmConfirmation.personId, personId)))
  if (!confirmed) throw new Error("A confirmation is not there after it was written")
  return confirmed.at
}
