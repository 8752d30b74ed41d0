import { scimSchemas } from "@uc/contract/applications/scim"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { isChosen } from "./choose-attributes.ts"
import { locationOf } from "./describe-service.ts"
import { filterToSql, type FilterColumns } from "./filter-to-sql.ts"
import { knownOfGroups, mustBeKnown } from "./known-attributes.ts"
import { isInReach, type KnownKey } from "./known-key.ts"
import type { Listing } from "./read-request.ts"
import { versionOf, type Resource } from "./resource-version.ts"
import { isoOf, sortedBy } from "./sorted-rows.ts"
import type { Reader } from "./users.store.ts"

/** `d`: the department, `o`: its organisation, `x`: what the application calls it. */
function fromDepartments({ application }: KnownKey): SQL {
  return sql`department d join organisation o on o.id = d.org_id
    left join department above on above.id = d.parent_id and above.org_id = d.org_id
    left join application_department x on x.department_id = d.id and x.application_id = ${application.id}::bigint`
}

/** A disabled department is a deleted one (RFC 7644, 3.6). */
function isThere(key: KnownKey): SQL {
  return sql`d.disabled_at is null and ${isInReach(key, sql`d.org_id`)}`
}

/** People who are in it, but for those whom the application has deleted. */
function membersOf({ application }: KnownKey): SQL {
  return sql`person_department pd join person p on p.id = pd.person_id
    left join application_person known on known.person_id = p.id and known.application_id = ${application.id}::bigint
    where pd.department_id = d.id and (known.deleted_at is null or p.disabled_at is null)`
}

function columnsFor(key: KnownKey): FilterColumns {
  const { claims } = key.application
  const mayNameOrganisations = claims.includes("organisation")
  return {
    id: { kind: "exact", sql: sql`d.id::text` },
    externalid: { kind: "exact", sql: sql`x.external_id` },
    displayname: { kind: "text", sql: sql`d.name` },
    parent: { kind: "exact", sql: sql`d.parent_id::text` },
    "parent.value": { kind: "exact", sql: sql`d.parent_id::text` },
    "parent.display": { kind: "text", sql: sql`above.name` },
    "meta.created": { kind: "moment", sql: sql`d.created_at` },
    "meta.resourcetype": { kind: "exact", sql: sql`'Group'::text` },
    ...(mayNameOrganisations && {
      organisation: { kind: "exact", sql: sql`o.id::text` } as const,
      "organisation.value": { kind: "exact", sql: sql`o.id::text` } as const,
      "organisation.display": { kind: "text", sql: sql`o.name` } as const,
    }),
    members: {
      kind: "list",
      exists: (condition: SQL) => sql`exists (select from ${membersOf(key)} and (${condition}))`,
      parts: {
        value: { kind: "exact", sql: sql`p.id::text` },
        type: { kind: "text", sql: sql`'User'::text` },
        ...(claims.includes("name") && { display: { kind: "text", sql: sql`p.name` } as const }),
      },
    },
  }
}

interface Row extends Record<string, unknown> {
  readonly id: Id
  readonly externalId: string | null
  readonly name: string
  readonly parentId: Id | null
  readonly parentName: string | null
  readonly orgId: Id
  readonly orgName: string
  readonly created: string
  readonly members: readonly { readonly id: Id; readonly name: string }[] | null
}

function columnsOf(key: KnownKey, withMembers: boolean): SQL {
  const members = withMembers
    ? sql`coalesce((select json_agg(json_build_object('id', p.id::text, 'name', p.name) order by p.id)
        from ${membersOf(key)}), '[]'::json)`
    : sql`null::json`
  return sql`d.id::text as id, x.external_id as "externalId", d.name, d.parent_id::text as "parentId", above.name as "parentName",
    o.id::text as "orgId", o.name as "orgName", ${isoOf(sql`d.created_at`)} as created, ${members} as members`
}

/** SSO-5: a page of departments. Members that nobody asks for are not read. */
export async function groupsPage(
  db: Db,
  reader: Reader,
  { filter, sortBy, isDescending, start, count, chosen }: Listing,
): Promise<{ readonly total: number; readonly resources: Resource[] }> {
  const { key } = reader
  if (filter) mustBeKnown(filter, knownOfGroups)
  const known = columnsFor(key)
  const from = fromDepartments(key)
  const there = isThere(key)
  const where = filter ? sql`${there} and (${filterToSql(filter, known)})` : there
  const order = sortedBy(sortBy, known, { isDescending, known: knownOfGroups, id: sql`d.id` })
  const { rows: counted } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${from} where ${where}`,
  )
  const total = counted[0]?.n ?? 0
  if (count === 0 || start >= total) return { total, resources: [] }
  const { rows } = await db.execute<Row>(sql`
    with page as materialized (select d.id, row_number() over (order by ${order}) as place from ${from} where ${where}
      order by ${order} offset ${start} limit ${count})
    select ${columnsOf(key, isChosen(chosen, "members"))} from page join ${from} on d.id = page.id order by page.place`)
  return { total, resources: rows.map((row) => groupOf(reader, row)) }
}

/** Null: not there, or out of reach. */
export async function groupWithId(db: Db, reader: Reader, id: Id): Promise<Resource | null> {
  const { rows } = await db.execute<Row>(
    sql`select ${columnsOf(reader.key, true)} from ${fromDepartments(reader.key)} where d.id = ${id}::bigint and ${isThere(reader.key)}`,
  )
  return rows[0] ? groupOf(reader, rows[0]) : null
}

function groupOf({ key, at }: Reader, row: Row): Resource {
  const { claims } = key.application
  const { id, name, parentId, parentName, orgId, orgName, created, members, externalId } = row
  const more = {
    ...(claims.includes("organisation") && {
      organisation: { value: orgId, $ref: locationOf(at, "Organisations", orgId), display: orgName },
    }),
    ...(parentId !== null && {
      parent: { value: parentId, $ref: locationOf(at, "Groups", parentId), display: parentName ?? "" },
    }),
  }
  const hasMore = Object.keys(more).length > 0
  const content = {
    schemas: [scimSchemas.group, ...(hasMore ? [scimSchemas.groupMore] : [])],
    id,
    ...(externalId !== null && { externalId }),
    displayName: name,
    ...(members !== null && {
      members: members.map((member) => ({
        value: member.id,
        $ref: locationOf(at, "Users", member.id),
        ...(claims.includes("name") && { display: member.name }),
        type: "User",
      })),
    }),
    ...(hasMore && { [scimSchemas.groupMore]: more }),
  }
  const location = locationOf(at, "Groups", id)
  return {
    ...content,
    meta: {
      resourceType: "Group",
      created,
      location,
      // Without the members it would be another one.
      ...(members !== null && { version: versionOf(content) }),
    },
  }
}
