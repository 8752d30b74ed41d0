import { assessmentLimits } from "@uc/contract/assessments/messages"
import type { AssessmentScheme, SchemeItem } from "@uc/contract/assessments/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { assessmentItem, assessmentScheme } from "../../db/schema/assessments.ts"

const itemColumns = {
  id: assessmentItem.id,
  group: assessmentItem.groupName,
  name: assessmentItem.name,
  weight: assessmentItem.weight,
  fullScore: assessmentItem.maxScore,
  asked: assessmentItem.asked,
}

export function itemsOfScheme(db: Db, scheme: Id): Promise<SchemeItem[]> {
  return db
    .select(itemColumns)
    .from(assessmentItem)
    .where(eq(assessmentItem.schemeId, scheme))
    .orderBy(asc(assessmentItem.sortNo), asc(assessmentItem.id))
}

/** Of one organisation, the newest first; or one of them. */
export async function schemesOf(db: Db, org: Id, id?: Id): Promise<AssessmentScheme[]> {
  const schemes = await db
    .select({
      id: assessmentScheme.id,
      title: assessmentScheme.name,
      description: assessmentScheme.description,
      version: assessmentScheme.version,
    })
    .from(assessmentScheme)
    .where(and(eq(assessmentScheme.orgId, org), id === undefined ? undefined : eq(assessmentScheme.id, id)))
    .orderBy(desc(assessmentScheme.id))
    .limit(assessmentLimits.schemes * 2)
  if (schemes.length === 0) return []
  const ids = schemes.map((scheme) => scheme.id)
  const items = await db
    .select({ ...itemColumns, scheme: assessmentItem.schemeId })
    .from(assessmentItem)
    .where(inArray(assessmentItem.schemeId, ids))
    .orderBy(asc(assessmentItem.sortNo), asc(assessmentItem.id))
  const { rows } = await db.execute<{ scheme: Id; period: string; given: number }>(sql`
    select scheme_id::text as scheme, period, count(*)::int as given from assessment
    where scheme_id = any (${sql.param(ids)}::bigint[])
    group by scheme_id, period order by max(due_on) desc, period desc`)
  return schemes.map((scheme) => {
    const given = rows.filter((row) => row.scheme === scheme.id)
    return {
      ...scheme,
      items: items.flatMap(({ scheme: of, ...item }) => (of === scheme.id ? [item] : [])),
      given: given.reduce((sum, row) => sum + row.given, 0),
      periods: given.slice(0, assessmentLimits.periods).map(({ period }) => period),
    }
  })
}

/** Until the end of the transaction nobody else changes it, and nobody gives it. */
export async function lockedScheme(
  db: Db,
  id: Id,
  strength: "update" | "share",
): Promise<{ readonly orgId: Id; readonly title: string; readonly version: number } | null> {
  const [found] = await db
    .select({
      orgId: assessmentScheme.orgId,
      title: assessmentScheme.name,
      version: assessmentScheme.version,
    })
    .from(assessmentScheme)
    .where(eq(assessmentScheme.id, id))
    .for(strength)
  return found ?? null
}

/** Outside row-level security: an organisation that has left the area was given it all the same. */
export async function isGiven({ systemDb }: Database, scheme: Id): Promise<boolean> {
  const { rows } = await systemDb.execute<{ given: boolean }>(
    sql`select exists (select from assessment where scheme_id = ${scheme}::bigint) as given`,
  )
  return rows[0]?.given === true
}

interface WantedScheme {
  readonly title: string
  readonly description: string
  readonly items: readonly Omit<SchemeItem, "id">[]
}

/** One after the other, so that none gets in beyond the limit. */
export async function lockSchemes(db: Db, org: Id): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`assessment-schemes:${org}`}, 13))`)
}

/** Null: there are too many. */
export async function addScheme(db: Db, org: Id, wanted: WantedScheme): Promise<Id | null> {
  await lockSchemes(db, org)
  if ((await db.$count(assessmentScheme, eq(assessmentScheme.orgId, org))) >= assessmentLimits.schemes)
    return null
  const [added] = await db
    .insert(assessmentScheme)
    .values({ orgId: org, name: wanted.title, description: wanted.description })
    .returning({ id: assessmentScheme.id })
  if (!added) throw new Error("A scheme is not there after it was saved")
  await writeItems(db, org, added.id, wanted.items)
  return added.id
}

/** For a scheme that was given to nobody: its items are replaced. */
export async function changeScheme(db: Db, org: Id, id: Id, wanted: WantedScheme): Promise<void> {
  await db
    .update(assessmentScheme)
    .set({
      name: wanted.title,
      description: wanted.description,
      version: sql`${assessmentScheme.version} + 1`,
    })
    .where(eq(assessmentScheme.id, id))
  await db.delete(assessmentItem).where(eq(assessmentItem.schemeId, id))
  await writeItems(db, org, id, wanted.items)
}

async function writeItems(db: Db, org: Id, scheme: Id, items: WantedScheme["items"]): Promise<void> {
  await db.insert(assessmentItem).values(
    items.map(({ group, name, weight, fullScore, asked }, at) => ({
      orgId: org,
      schemeId: scheme,
      groupName: group,
      name,
      weight,
      maxScore: fullScore,
      asked,
      sortNo: (at + 1) * 10,
    })),
  )
}

export async function removeScheme(db: Db, id: Id): Promise<void> {
  await db.delete(assessmentScheme).where(eq(assessmentScheme.id, id))
}

export interface Given {
  readonly period: string
  readonly begins: string
  readonly ends: string
}

/** Names of those among the organisations that are closed, and that have it for this period already. */
export async function obstaclesToGiving(
  db: Db,
  scheme: Id,
  period: string,
  orgs: readonly Id[],
): Promise<{
  readonly known: number
  readonly closed: readonly string[]
  readonly twice: readonly string[]
}> {
  const { rows } = await db.execute<{ name: string; closed: boolean; twice: boolean }>(sql`
    select o.name, o.disabled_at is not null as closed, exists (select from assessment a
      where a.scheme_id = ${scheme}::bigint and a.org_id = o.id and a.period = ${period}) as twice
    from organisation o where o.id = any (${sql.param([...orgs])}::bigint[]) order by o.id`)
  return {
    known: rows.length,
    closed: rows.filter(({ closed }) => closed).map(({ name }) => name),
    twice: rows.filter(({ twice }) => twice).map(({ name }) => name),
  }
}

/** Who got it; not those to whom somebody else gave it meanwhile. */
export async function giveScheme(
  db: Db,
  scheme: Id,
  orgs: readonly Id[],
  { period, begins, ends }: Given,
): Promise<Id[]> {
  const { rows } = await db.execute<{ org: Id }>(sql`
    insert into assessment (org_id, scheme_id, period, starts_on, due_on)
    select org, ${scheme}::bigint, ${period}, ${begins}::date, ${ends}::date
    from unnest(${sql.param([...orgs])}::bigint[]) org
    on conflict (scheme_id, org_id, period) do nothing returning org_id::text as org`)
  return rows.map(({ org }) => org)
}
