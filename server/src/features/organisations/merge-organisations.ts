import { cutText } from "@uc/contract/core/cut-text"
import { departmentLimits } from "@uc/contract/departments/calls"
import type { MergePlan, organisationMessages } from "@uc/contract/organisations/admin-calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { department, organisation } from "../../db/schema/organisations.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { keepDomainsBelow } from "../domains/public.ts"
import { lockedOrganisation, organisationRow } from "./organisation-actions.ts"

type Row = NonNullable<Awaited<ReturnType<typeof organisationRow>>>

type Obstacle = keyof Pick<
  typeof organisationMessages,
  "mergeSelf" | "mergeKinds" | "mergeBureau" | "mergeDisabled" | "mergeTooMany" | "changedMeanwhile"
>

/** Null: one of the two does not exist. */
export type Planned = { readonly plan: MergePlan } | { readonly obstacle: Obstacle } | null

/** What the dialog names and counts, in the words of the screen. All other rows move without being named. */
const told: readonly (readonly [table: string, what: string])[] = [
  ["person", "人员"],
  ["department", "部门"],
  ["post", "职务"],
  ["building", "楼宇、楼层与房间"],
  ["grid", "网格"],
  ["task", "任务"],
  ["assessment", "考核"],
  ["alarm_record", "预警"],
  ["drill", "演练"],
  ["patrol_point", "巡查点"],
  ["patrol_record", "巡查记录"],
  ["hazard", "隐患"],
  ["notice", "通知"],
  ["news", "资讯"],
  ["auth_domain", "授权域名"],
]

/** Logs keep what was true then; counts follow by triggers. */
const left = ["audit_log", "login_log", "alarm_day", "alarm_day_kind", "alarm_month", "patrol_day"]

export async function mergePlan(db: Db, from: Id, into: Id): Promise<Planned> {
  return planOf(db, await organisationRow(db, from), await organisationRow(db, into))
}

async function planOf(db: Db, from: Row | null, into: Row | null): Promise<Planned> {
  if (!from || !into) return null
  const obstacle = obstacleTo(from, into)
  if (obstacle) return { obstacle }
  const departments = await db.$count(
    department,
    and(sql`${department.orgId} in (${from.id}, ${into.id})`, isNull(department.disabledAt)),
  )
  if (departments > departmentLimits.departments) return { obstacle: "mergeTooMany" }
  const moves: { what: string; count: number }[] = []
  for (const [table, what] of told) {
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(table)} where org_id = ${from.id}`,
    )
    const count = rows[0]?.n ?? 0
    if (count > 0) moves.push({ what, count })
  }
  const renamed = (await clashes(db, from, into)).map(({ name, becomes }) => ({ from: name, to: becomes }))
  return {
    plan: {
      from: from.name,
      into: into.name,
      moves,
      renamed,
      version: from.version,
      intoVersion: into.version,
    },
  }
}

function obstacleTo(from: Row, into: Row): Obstacle | null {
  if (from.id === into.id) return "mergeSelf"
  if (from.kind !== into.kind) return "mergeKinds"
  if (from.kind === "bureau" || from.kind === "platform") return "mergeBureau"
  return from.isDisabled || into.isDisabled ? "mergeDisabled" : null
}

/** Top-level departments whose name exists in both. */
async function clashes(db: Db, from: Row, into: Row): Promise<{ id: Id; name: string; becomes: string }[]> {
  const tops = async (org: Id) =>
    db
      .select({ id: department.id, name: department.name })
      .from(department)
      .where(and(eq(department.orgId, org), isNull(department.parentId), isNull(department.disabledAt)))
  const theirs = new Set((await tops(into.id)).map(({ name }) => shownNameKey(name)))
  const suffix = `（${from.shortName ?? from.name}）`
  return (await tops(from.id))
    .filter(({ name }) => theirs.has(shownNameKey(name)))
    .map(({ id, name }) => {
      const room = departmentLimits.name - suffix.length
      return {
        id,
        name,
        becomes: cutText(`${cutText(name, Math.max(1, room))}${suffix}`, departmentLimits.name),
      }
    })
}

/**
 * HOME-6: in the request's one transaction, every row of the first becomes the second's. The keys (org_id, id) are
 * checked at the end (`make_composite_keys_deferrable()`); what remains is the name, disabled.
 */
export async function mergeOrganisations(
  db: Db,
  { from, into, version, intoVersion }: { from: Id; into: Id; version: number; intoVersion: number },
): Promise<Planned> {
  // In the order of ids, so that two merges of the same pair do not deadlock.
  const [low, high] = BigInt(from) < BigInt(into) ? [from, into] : [into, from]
  const locked = new Map([
    [low, await lockedOrganisation(db, low)],
    [high, await lockedOrganisation(db, high)],
  ])
  const source = locked.get(from) ?? null
  const target = locked.get(into) ?? null
  const planned = await planOf(db, source, target)
  if (!planned || "obstacle" in planned || !source || !target) return planned
  if (source.version !== version || target.version !== intoVersion) return { obstacle: "changedMeanwhile" }

  // Each changed key is checked by every foreign key that refers to it, the same statement hundreds of thousands of times:
  // PostgreSQL must not plan it each time, scan a table that was small when last analysed, or build a bitmap for one row.
  await db.execute(sql`set local plan_cache_mode to force_generic_plan`)
  await db.execute(sql`set local enable_seqscan to off`)
  await db.execute(sql`set local enable_bitmapscan to off`)
  await db.execute(sql`set constraints all deferred`)
  for (const { id, becomes } of await clashes(db, source, target))
    await db
      .update(department)
      .set({ name: becomes, ...searchKeys(becomes) })
      .where(eq(department.id, id))
  await resolveClashes(db, source, target)
  const oldPosts = await db.execute<{ id: Id }>(sql`select id::text from post where org_id = ${from}`)
  for (const { name, hasAreaPath } of await tablesOfOrganisations(db)) {
    const along = hasAreaPath ? sql`, area_path = ${target.areaPath}` : sql``
    await db.execute(sql`update ${sql.identifier(name)} set org_id = ${into}${along} where org_id = ${from}`)
  }
  await keepDomainsBelow(db, into, target.areaPath)
  await movePeople(db, from, into)
  await joinPosts(
    db,
    into,
    oldPosts.rows.map(({ id }) => id),
  )
  await moveMenuAudiences(db, from, into)
  await moveNoticeRecipients(db, from, into)
  await checkKeys(db)
  await db
    .update(organisation)
    .set({ disabledAt: sql`now()`, version: version + 1 })
    .where(eq(organisation.id, from))
  await db
    .update(organisation)
    .set({ version: intoVersion + 1 })
    .where(eq(organisation.id, into))
  return planned
}

/** All but people and what belongs to one person: the database moves that with the person. */
async function tablesOfOrganisations(db: Db): Promise<{ name: string; hasAreaPath: boolean }[]> {
  const { rows } = await db.execute<{ name: string; hasAreaPath: boolean }>(sql`
    select c.relname as name, bool_or(a.attname = 'area_path') as "hasAreaPath"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all (${sql.param(left)}::text[])
      and c.relname <> 'person' and c.oid not in (select personal_tables())
    group by c.oid, c.relname
    having bool_or(a.attname = 'org_id')
    order by c.relname`)
  return rows
}

const peopleAtOnce = 5000

/**
 * Last, because a foreign key on people is checked immediately (`on update restrict`, decision 050) and must not refer
 * to a person of the other organisation any more. In batches, so that each stays within the statement's time limit.
 */
async function movePeople(db: Db, from: Id, into: Id): Promise<void> {
  const some = sql`array(select id from person where org_id = ${from} limit ${peopleAtOnce})`
  let moved: number
  do {
    const { rowCount } = await db.execute(sql`update person set org_id = ${into} where id = any (${some})`)
    moved = rowCount ?? 0
  } while (moved === peopleAtOnce)
}

/** One key at a time, so that each stays within the statement's time limit. */
async function checkKeys(db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct conname as name from pg_constraint
    where contype = 'f' and condeferrable and connamespace = 'public'::regnamespace`)
  for (const { name } of rows) await db.execute(sql`set constraints ${sql.identifier(name)} immediate`)
  await db.execute(sql`set constraints all immediate`)
}

/**
 * Where an organisation may have only one of a kind: news columns and assessments are renamed, of others the first's row
 * is dropped.
 */
async function resolveClashes(db: Db, from: Row, into: Row): Promise<void> {
  await db.execute(sql`update news_column set category = category || '-' || id
    where org_id = ${from.id} and category in (select category from news_column where org_id = ${into.id})`)
  await db.execute(sql`update assessment a set period = period || ${`（${from.name}）`}
    where org_id = ${from.id} and exists (select from assessment b
      where b.org_id = ${into.id} and b.scheme_id = a.scheme_id and b.period = a.period)`)
  const { rows } = await db.execute<{ table: string; columns: string[]; only: string }>(sql`
    select t.relname as table, array_agg(a.attname::text) filter (where a.attname <> 'org_id') as columns,
      coalesce(pg_get_expr(i.indpred, i.indrelid), 'true') as only
    from pg_index i
    join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any (i.indkey)
    where i.indisunique and t.relname <> all (${sql.param(left)}::text[])
    group by i.indexrelid, i.indrelid, i.indpred, t.relname
    having bool_or(a.attname = 'org_id') and not bool_or(a.attname = 'id')`)
  for (const { table, columns, only } of rows) {
    // Compared as the index does (null equals nothing), and by a hash join.
    const same = sql.join([sql`1`, ...(columns ?? []).map((column) => sql.identifier(column))], sql`, `)
    const meant = sql`${sql.identifier(table)} where ${sql.raw(only)} and org_id =`
    await db.execute(
      sql`delete from ${meant} ${from.id} and (${same}) in (select ${same} from ${meant} ${into.id})`,
    )
  }
}

/** The audience of menus names organisations in a nullable column of another name. */
async function moveMenuAudiences(db: Db, from: Id, into: Id): Promise<void> {
  await db.execute(sql`delete from menu_audience a where a.only_org_id = ${from} and exists (select from menu_audience b
    where b.menu_id = a.menu_id and b.only_org_id = ${into} and b.min_admintype = a.min_admintype
      and b.usertype is not distinct from a.usertype)`)
  await db.execute(sql`update menu_audience set only_org_id = ${into} where only_org_id = ${from}`)
  // People of the second organisation get the menus that only the first had.
  await publishEvent(db, "menus", { org: into })
}

/** DAY-11: a notice for the one organisation is for the people who came from it, so it is for the other. */
async function moveNoticeRecipients(db: Db, from: Id, into: Id): Promise<void> {
  await db.execute(sql`update notice set for_orgs = array_replace(for_orgs, ${from}::bigint, ${into}::bigint)
    where ${from}::bigint = any (for_orgs)`)
}

/** Posts of the same name become one. */
async function joinPosts(db: Db, org: Id, old: readonly Id[]): Promise<void> {
  if (old.length === 0) return
  const ids = sql`${sql.param([...old])}::bigint[]`
  const pairs = sql`select o.id as old_id, min(n.id) as new_id
    from post o
    join post n on n.org_id = ${org} and n.name = o.name and (n.parent_id is null) = (o.parent_id is null)
      and n.id <> all (${ids})
    where o.org_id = ${org} and o.id = any (${ids})
    group by o.id`
  await db.execute(sql`with pairs as (${pairs})
    update person_department set post_id = new_id from pairs where post_id = old_id and org_id = ${org}`)
  await db.execute(sql`with pairs as (${pairs})
    update post set parent_id = new_id from pairs where parent_id = old_id and org_id = ${org}`)
  await db.execute(sql`with pairs as (${pairs})
    delete from post using pairs where post.id = old_id and post.org_id = ${org}`)
}
