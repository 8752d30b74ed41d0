import { randomUUID } from "node:crypto"
import {
  executionTypes,
  type DrillRecord,
  type ExecutionType,
  type LiveDrill,
} from "@uc/contract/drills/calls"
import type { OrganisationFilter } from "@uc/contract/directory/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, count, desc, eq, inArray, isNull, ne, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import { drill, drillConfirmation, emergencyPlan } from "../../db/schema/drills.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { reaches, type Scope } from "../../db/scope.ts"
import { matchesOrganisation } from "../../db/queries/matches-organisation.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"

/** How many confirmations a record shows by name; the number says how many there are. */
const shownConfirmations = 200

export function isReached(scope: Scope): SQL | undefined {
  return scope.reach === "all" ? undefined : inArray(drill.orgId, [...scope.orgs])
}

const peopleOfIt = sql<number>`(select count(*)::int from ${person} where ${person.orgId} = ${drill.orgId}
  and ${person.disabledAt} is null and not ${person.isParent})`

export const confirmedOfIt = sql<number>`(select count(*)::int from ${drillConfirmation}
  where ${drillConfirmation.drillId} = ${drill.id})`

export const secondsOfIt = sql<number | null>`extract(epoch from ${drill.endedAt} - ${drill.yazxBdate})::int`

function liesIn(areaPaths: readonly string[]): SQL {
  return or(...areaPaths.map((path) => sql`${organisation.areaPath} ^@ ${path}`)) ?? sql`false`
}

/** Organisations that the viewer may include, in these areas and below; null: all that they administer. */
export async function participants(
  db: Db,
  administered: Scope,
  areaPaths: readonly string[] | null,
  filter: OrganisationFilter,
): Promise<{ orgid: Id; orgname: string; areaname: string }[]> {
  return db
    .select({ orgid: organisation.id, orgname: organisation.name, areaname: area.name })
    .from(organisation)
    .innerJoin(area, eq(area.id, organisation.areaId))
    .where(
      and(
        isNull(organisation.disabledAt),
        administered.reach === "all" ? undefined : inArray(organisation.id, [...administered.orgs]),
        areaPaths ? liesIn(areaPaths) : undefined,
        matchesOrganisation(filter),
      ),
    )
    .orderBy(asc(organisation.areaPath), asc(organisation.sortNo), asc(organisation.id))
    .limit(1000)
}

interface Participant {
  readonly id: Id
  readonly name: string
  readonly areaPath: string
}

/** Locked until the transaction ends, so that nobody else starts anything with them. */
export async function lockParticipants(db: Db, orgs: readonly Id[]): Promise<Participant[]> {
  return db
    .select({ id: organisation.id, name: organisation.name, areaPath: organisation.areaPath })
    .from(organisation)
    .where(and(inArray(organisation.id, [...orgs]), isNull(organisation.disabledAt)))
    .orderBy(asc(organisation.id))
    .for("no key update")
}

/** Names of those that already run this plan. A drill never blocks an emergency. */
export async function underWay(
  db: Db,
  { plan, type, orgs }: Pick<Begun, "plan" | "type" | "orgs">,
): Promise<string[]> {
  const busy = await db
    .selectDistinct({ org: drill.orgId })
    .from(drill)
    .where(
      and(
        isNull(drill.endedAt),
        eq(drill.planId, plan),
        type === executionTypes.emergency ? eq(drill.zxType, type) : undefined,
        inArray(
          drill.orgId,
          orgs.map(({ id }) => id),
        ),
      ),
    )
  const ids = new Set(busy.map(({ org }) => org))
  return orgs.filter(({ id }) => ids.has(id)).map(({ name }) => name)
}

interface Begun {
  readonly plan: Id
  readonly title: string
  readonly type: ExecutionType
  readonly by: Id
  readonly orgs: readonly Participant[]
}

export async function startRun(db: Db, { plan, title, type, by, orgs }: Begun): Promise<string> {
  const round = randomUUID()
  await db.insert(drill).values(
    orgs.map(({ id }) => ({
      orgId: id,
      planId: plan,
      // Short enough to be read out over a telephone, and unique by the run.
      yazxCode: sql`'YA' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || ${`-${id}-${round.slice(0, 8)}`}`,
      yazxTitle: title,
      yazxBdate: sql`now()`,
      zxType: type,
      startedBy: by,
      round,
    })),
  )
  return round
}

/** Who is notified and confirms, except the person who starts it. */
export async function peopleTakingPart(db: Db, orgs: readonly Id[], but: Id): Promise<Id[]> {
  const rows = await db
    .select({ id: person.id })
    .from(person)
    .where(
      and(
        inArray(person.orgId, [...orgs]),
        isNull(person.disabledAt),
        eq(person.isParent, false),
        ne(person.id, but),
      ),
    )
  return rows.map(({ id }) => id)
}

interface DrillViewer {
  readonly user: CurrentUser
  readonly scope: Scope
  readonly administered: Scope
}

/** Emergencies first, then the newest. */
export async function liveDrills(
  db: Db,
  { user, scope, administered }: DrillViewer,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<{ total: number; items: LiveDrill[]; now: string }> {
  const where = and(isNull(drill.endedAt), isReached(scope))
  const rows = await db
    .select({
      id: drill.id,
      yazxCode: drill.yazxCode,
      title: drill.yazxTitle,
      zxType: sql<ExecutionType>`${drill.zxType}`,
      round: drill.round,
      planId: drill.planId,
      orgid: drill.orgId,
      orgname: organisation.name,
      begunAt: asMoment(drill.yazxBdate),
      confirmed: confirmedOfIt,
      people: peopleOfIt,
      isConfirmedByMe: sql<boolean>`exists (select from ${drillConfirmation}
        where ${drillConfirmation.drillId} = ${drill.id} and ${drillConfirmation.personId} = ${user.id})`,
    })
    .from(drill)
    .innerJoin(organisation, eq(organisation.id, drill.orgId))
    .where(where)
    .orderBy(asc(drill.zxType), desc(drill.yazxBdate), desc(drill.id))
    .offset(start)
    .limit(limit)
  const [counted] = await db
    .select({ total: count(), now: asMoment(sql`now()`) })
    .from(drill)
    .where(where)
  const items = rows.map((row) => ({
    ...row,
    mayConfirm: row.orgid === user.orgid && !user.isParent,
    mayEnd: reaches(administered, row.orgid),
  }))
  return { total: counted?.total ?? 0, items, now: counted?.now ?? "" }
}

export interface FoundDrill {
  readonly id: Id
  readonly orgId: Id
  readonly title: string
  readonly type: ExecutionType
  readonly hasEnded: boolean
}

const found = {
  id: drill.id,
  orgId: drill.orgId,
  title: drill.yazxTitle,
  type: sql<ExecutionType>`${drill.zxType}`,
  hasEnded: sql<boolean>`${drill.endedAt} is not null`,
}

export async function drillOf(db: Db, scope: Scope, id: Id): Promise<FoundDrill | null> {
  const [row] = await db
    .select(found)
    .from(drill)
    .where(and(eq(drill.id, id), isReached(scope)))
  return row ?? null
}

export async function drillsOfRun(db: Db, scope: Scope, round: string): Promise<FoundDrill[]> {
  return db
    .select(found)
    .from(drill)
    .where(and(eq(drill.round, round), isReached(scope)))
}

/** The moment of the first confirmation, however often it is pressed. */
export async function confirmDrill(
  db: Db,
  { id, orgId }: FoundDrill,
  by: { readonly person: Id; readonly note: string | null },
): Promise<string> {
  await db
    .insert(drillConfirmation)
    .values({ orgId, drillId: id, personId: by.person, note: by.note })
    .onConflictDoNothing()
  const [confirmed] = await db
    .select({ at: asMoment(drillConfirmation.confirmedAt) })
    .from(drillConfirmation)
    .where(and(eq(drillConfirmation.drillId, id), eq(drillConfirmation.personId, by.person)))
  if (!confirmed) throw new Error("A confirmation is not there after it was written")
  return confirmed.at
}

/** Those that were still running; of two who end it at once, the second gets none. */
export async function endDrills(
  db: Db,
  drills: readonly FoundDrill[],
  notes: string | null,
): Promise<{ id: Id; orgId: Id }[]> {
  if (drills.length === 0) return []
  return db
    .update(drill)
    .set({ endedAt: sql`now()`, notes })
    .where(
      and(
        inArray(
          drill.id,
          drills.map(({ id }) => id),
        ),
        isNull(drill.endedAt),
      ),
    )
    .returning({ id: drill.id, orgId: drill.orgId })
}

export async function recordOf(db: Db, scope: Scope, id: Id): Promise<DrillRecord | null> {
  const [row] = await db
    .select({
      id: drill.id,
      yazxCode: drill.yazxCode,
      title: drill.yazxTitle,
      zxType: sql<ExecutionType>`${drill.zxType}`,
      orgname: organisation.name,
      planTitle: emergencyPlan.title,
      steps: emergencyPlan.steps,
      // Row-level security hides a superior's people: the school may not read their name.
      startedBy: person.name,
      begunAt: asMoment(drill.yazxBdate),
      endedAt: asMoment(drill.endedAt),
      seconds: secondsOfIt,
      notes: drill.notes,
      people: peopleOfIt,
      confirmed: confirmedOfIt,
    })
    .from(drill)
    .innerJoin(organisation, eq(organisation.id, drill.orgId))
    .leftJoin(emergencyPlan, eq(emergencyPlan.id, drill.planId))
    .leftJoin(person, eq(person.id, drill.startedBy))
    .where(and(eq(drill.id, id), isReached(scope)))
  if (!row) return null
  const confirmations = await db
    .select({
      nickname: person.name,
      at: asMoment(drillConfirmation.confirmedAt),
      note: drillConfirmation.note,
    })
    .from(drillConfirmation)
    .innerJoin(person, eq(person.id, drillConfirmation.personId))
    .where(eq(drillConfirmation.drillId, id))
    .orderBy(asc(drillConfirmation.confirmedAt), asc(drillConfirmation.id))
    .limit(shownConfirmations)
  return { ...row, steps: [...(row.steps ?? [])], confirmations }
}
