import { roleLimits } from "@uc/contract/roles/calls"
import type { ExplainedRecord } from "@uc/contract/roles/why-not"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import type { Scope } from "../../db/scope.ts"

export interface FoundRecord {
  readonly org: Id
  readonly name: string
  /** Of an assessment: whose scheme it is. */
  readonly other?: Id
  /** Of an application: where it is. */
  readonly address?: string
}

interface Listed extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  /** Whose it is, or since when. */
  readonly about: string
  readonly org: Id
  readonly other: Id | null
  readonly address: string | null
}

/**
 * Records as an administrator sees them: row-level security shows the reach, and of tasks and assessments only what concerns an
 * organisation that they administer. Nobody learns here what they do not see themselves, and nobody who has left is named.
 */
function recordsOf(kind: ExplainedRecord, administered: Scope): SQL {
  const isTheirs = (...columns: readonly SQL[]) =>
    administered.reach === "all"
      ? sql`true`
      : sql.join(
          columns.map((column) => sql`${column} = any (${sql.param([...administered.orgs])}::bigint[])`),
          sql` or `,
        )
  const none = sql`null::text as other, null::text as address`
  switch (kind) {
    case "organisation":
      return sql`select o.id::text, o.name, o.id::text as org, coalesce(o.address, '') as about, ${none}, o.id as age
        from organisation o`
    case "person":
      return sql`select p.id::text, p.name, p.org_id::text as org, o.name || ' ' || p.account as about, ${none}, p.id as age
        from person p join organisation o on o.id = p.org_id where p.disabled_at is null`
    case "alarm":
      return sql`select a.uuid::text as id, coalesce(a.address, a.detail, a.uuid::text) as name, a.org_id::text as org,
          o.name as about, ${none}, a.id as age
        from alarm_record a join organisation o on o.id = a.org_id`
    case "task":
      return sql`select t.id::text, t.title as name, t.org_id::text as org,
          concat_ws(' ', t.giver_org_name, case when g.disabled_at is null then g.name end) as about, ${none}, t.id as age
        from task t left join person g on g.id = t.giver_id where ${isTheirs(sql`t.org_id`)} or exists (
          select from task_assignee w where w.task_id = t.id and (${isTheirs(sql`w.org_id`)}))`
    case "assessment":
      return sql`select a.id::text, concat_ws(' ', a.period, s.name) as name, a.org_id::text as org, o.name as about,
          s.org_id::text as other, null::text as address, a.id as age
        from assessment a join assessment_scheme s on s.id = a.scheme_id join organisation o on o.id = a.org_id
        where ${isTheirs(sql`a.org_id`, sql`s.org_id`)}`
    case "application":
      return sql`select m.id::text, m.text as name, '' as org, coalesce(m.address, m.path) as about, null::text as other,
          coalesce(m.address, m.path) as address, m.id as age
        from menu m where m.module_type is distinct from 'router' and coalesce(m.address, m.path, '') <> ''
          and exists (select from menu_audience e where e.menu_id = m.id and (e.only_org_id is null
            or ${isTheirs(sql`e.only_org_id`)}))`
  }
}

export async function recordOf(
  db: Db,
  administered: Scope,
  kind: ExplainedRecord,
  id: string,
): Promise<FoundRecord | null> {
  const isKnown = kind === "alarm" ? /^[0-9a-f-]{36}$/i.test(id) : /^[0-9]{1,18}$/.test(id)
  if (!isKnown) return null
  const { rows } = await db.execute<Listed>(
    sql`select * from (${recordsOf(kind, administered)}) record where record.id = ${id.toLowerCase()}`,
  )
  const [row] = rows
  if (!row) return null
  const { org, name, other, address } = row
  return { org, name, ...(other !== null && { other }), ...(address !== null && { address }) }
}

/** The newest first. */
export async function foundRecords(
  db: Db,
  administered: Scope,
  kind: ExplainedRecord,
  name: string,
): Promise<{ id: string; name: string; about: string }[]> {
  const { rows } = await db.execute<Listed>(sql`select * from (${recordsOf(kind, administered)}) record
    where strpos(lower(record.name), lower(${name})) > 0 order by record.age desc limit ${roleLimits.found}`)
  return rows.map((row) => ({ id: row.id, name: row.name, about: row.about }))
}
