import { scimSchemas } from "@uc/contract/applications/scim"
import { admintypes, type Admintype } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { locationOf } from "./describe-service.ts"
import { filterToSql, type FilterColumns } from "./filter-to-sql.ts"
import { knownOfUsers, mustBeKnown } from "./known-attributes.ts"
import { isInReach, type KnownKey } from "./known-key.ts"
import type { Listing } from "./read-request.ts"
import { versionOf, type Resource } from "./resource-version.ts"
import { isoOf, sortedBy } from "./sorted-rows.ts"
import { WalkPositions } from "./walk-positions.ts"

/** A reader: whose key it is, and what the addresses of resources begin with. */
export interface Reader {
  readonly key: KnownKey
  readonly at: string
}

/** `p`: the person, `o`: their organisation, `x`: what the application calls them. */
function fromPeople({ application }: KnownKey): SQL {
  // Everybody has an organisation: where nothing is asked of it, a left join is left out.
  return sql`person p left join organisation o on o.id = p.org_id
    left join application_person x on x.person_id = p.id and x.application_id = ${application.id}::bigint`
}

/** Whom the application has deleted is not there for it, unless somebody has enabled them again (RFC 7644, 3.6). */
function isThere(key: KnownKey): SQL {
  return sql`(x.deleted_at is null or p.disabled_at is null) and ${isInReach(key, sql`p.org_id`)}`
}

const administrator = sql`case p.admintype when ${sql.raw(String(admintypes.none))} then 'none'
  when ${sql.raw(String(admintypes.organisation))} then 'organisation'
  when ${sql.raw(String(admintypes.area))} then 'area' else 'platform' end`

const isActive = sql`(p.disabled_at is null and o.disabled_at is null)`

/** What an application may not know it can't ask for either: those attributes have no value. */
function columnsFor({ application: { claims } }: KnownKey): FilterColumns {
  const may = (claim: (typeof claims)[number]) => claims.includes(claim)
  const id = { kind: "exact", sql: sql`p.id::text` } as const
  const name = { kind: "text", sql: sql`p.name` } as const
  const places = {
    kind: "list",
    exists: (condition: SQL) => sql`exists (select from person_department pd
      join department d on d.id = pd.department_id and d.disabled_at is null
      left join post po on po.id = pd.post_id where pd.person_id = p.id and (${condition}))`,
    parts: {
      value: { kind: "exact", sql: sql`d.id::text` },
      display: { kind: "text", sql: sql`d.name` },
      primary: { kind: "boolean", sql: sql`pd.is_main` },
      ...(may("posts") && { post: { kind: "text", sql: sql`po.name` } as const }),
    },
  } as const
  const main = (column: SQL) => sql`(select ${column} from person_department pd
    join department d on d.id = pd.department_id and d.disabled_at is null
    left join post po on po.id = pd.post_id
    where pd.person_id = p.id order by pd.is_main desc, pd.sort_no, pd.id limit 1)`
  return {
    id,
    externalid: { kind: "exact", sql: sql`x.external_id` },
    username: may("account") ? { kind: "text", sql: sql`p.account` } : id,
    active: { kind: "boolean", sql: isActive },
    "meta.created": { kind: "moment", sql: sql`p.created_at` },
    "meta.lastmodified": { kind: "moment", sql: sql`p.updated_at` },
    "meta.resourcetype": { kind: "exact", sql: sql`'User'::text` },
    ...(may("name") && { displayname: name, "name.formatted": name, name }),
    ...(may("organisation") && {
      organization: { kind: "text", sql: sql`o.name` } as const,
      organisation: { kind: "exact", sql: sql`o.id::text` } as const,
      "organisation.value": { kind: "exact", sql: sql`o.id::text` } as const,
      "organisation.display": { kind: "text", sql: sql`o.name` } as const,
    }),
    ...(may("departments") && {
      groups: {
        ...places,
        parts: {
          value: places.parts.value,
          display: places.parts.display,
          type: { kind: "text", sql: sql`'direct'::text` } as const,
        },
      },
      places,
      department: { kind: "text", sql: main(sql`d.name`) } as const,
    }),
    ...(may("posts") && { title: { kind: "text", sql: main(sql`po.name`) } as const }),
    ...(may("roles") && {
      administrator: { kind: "text", sql: administrator } as const,
      roles: {
        kind: "list",
        exists: (condition: SQL) => sql`exists (select from person_role h join role r on r.id = h.role_id
          and r.org_id = p.org_id where h.person_id = p.id and (${condition}))`,
        parts: {
          value: { kind: "exact", sql: sql`r.id::text` },
          display: { kind: "text", sql: sql`r.name` },
        },
      } as const,
    }),
    ...(may("phone") && {
      phonenumbers: {
        kind: "list",
        exists: (condition: SQL) => sql`(p.phone <> '' and (${condition}))`,
        parts: {
          value: { kind: "exact", sql: sql`p.phone` },
          type: { kind: "text", sql: sql`'mobile'::text` },
          primary: { kind: "boolean", sql: sql`true` },
        },
      } as const,
    }),
    ...(may("email") && {
      emails: {
        kind: "list",
        exists: (condition: SQL) => sql`(p.email <> '' and (${condition}))`,
        parts: {
          value: { kind: "text", sql: sql`p.email` },
          type: { kind: "text", sql: sql`'work'::text` },
          primary: { kind: "boolean", sql: sql`true` },
        },
      } as const,
    }),
  }
}

interface Row extends Record<string, unknown> {
  readonly id: Id
  readonly externalId: string | null
  readonly account: string
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  readonly admintype: Admintype
  readonly active: boolean
  readonly orgId: Id
  readonly orgName: string
  readonly created: string
  readonly lastModified: string
  readonly places: readonly {
    readonly id: Id
    readonly name: string
    readonly post: string | null
    readonly isMain: boolean
  }[]
  readonly roles: readonly { readonly id: Id; readonly name: string }[]
}

const columns = sql`p.id::text as id, x.external_id as "externalId", p.account, p.name, p.phone, p.email, p.admintype, ${isActive} as active,
  o.id::text as "orgId", o.name as "orgName", ${isoOf(sql`p.created_at`)} as created, ${isoOf(sql`p.updated_at`)} as "lastModified",
  coalesce((select json_agg(json_build_object('id', d.id::text, 'name', d.name, 'post', po.name, 'isMain', pd.is_main)
      order by pd.is_main desc, pd.sort_no, pd.id)
    from person_department pd join department d on d.id = pd.department_id and d.disabled_at is null
    left join post po on po.id = pd.post_id where pd.person_id = p.id), '[]'::json) as places,
  coalesce((select json_agg(json_build_object('id', r.id::text, 'name', r.name) order by r.id)
    from person_role h join role r on r.id = h.role_id and r.org_id = p.org_id where h.person_id = p.id), '[]'::json) as roles`

const positions = new WalkPositions(() => performance.now())

/** SSO-5: a page of people and how many there are in all, in the order of their ids unless another is asked for. */
export async function usersPage(
  db: Db,
  reader: Reader,
  { filter, sortBy, isDescending, start, count }: Listing,
): Promise<{ readonly total: number; readonly resources: Resource[] }> {
  const { key } = reader
  if (filter) mustBeKnown(filter, knownOfUsers)
  const known = columnsFor(key)
  const from = fromPeople(key)
  const there = isThere(key)
  const where = filter ? sql`${there} and (${filterToSql(filter, known)})` : there
  const order = sortedBy(sortBy, known, { isDescending, known: knownOfUsers, id: sql`p.id` })
  const { rows: counted } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${from} where ${where}`,
  )
  const total = counted[0]?.n ?? 0
  if (count === 0 || start >= total) return { total, resources: [] }
  const walk = sortBy === null && !isDescending ? `${key.id} ${JSON.stringify(filter)}` : null
  const after = walk === null ? null : positions.at(walk, start)
  const { rows: page } = await db.execute<{ id: Id }>(
    after === null
      ? sql`select p.id::text as id from ${from} where ${where} order by ${order} offset ${start} limit ${count}`
      : sql`select p.id::text as id from ${from} where ${where} and p.id > ${after}::bigint order by ${order} limit ${count}`,
  )
  const ids = page.map(({ id }) => id)
  const last = ids.at(-1)
  if (walk !== null && last !== undefined) positions.keep(walk, start + ids.length, last)
  // Only the rows of the page have their departments and roles read.
  const { rows } = await db.execute<Row>(
    sql`select ${columns} from ${from} where p.id = any (${sql.param(ids)}::bigint[])`,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return { total, resources: ids.flatMap((id) => found.get(id) ?? []).map((row) => userOf(reader, row)) }
}

/** Null: not there, or out of reach. */
export async function userWithId(db: Db, reader: Reader, id: Id): Promise<Resource | null> {
  const { rows } = await db.execute<Row>(
    sql`select ${columns} from ${fromPeople(reader.key)} where p.id = ${id}::bigint and ${isThere(reader.key)}`,
  )
  return rows[0] ? userOf(reader, rows[0]) : null
}

const administratorOf: Readonly<Record<Admintype, string>> = {
  [admintypes.none]: "none",
  [admintypes.organisation]: "organisation",
  [admintypes.area]: "area",
  [admintypes.platform]: "platform",
}

/** Cut down to what the application may know. An attribute without a value is left out. */
function userOf({ key, at }: Reader, row: Row): Resource {
  const { claims } = key.application
  const may = (claim: (typeof claims)[number]) => claims.includes(claim)
  const [main] = row.places
  const placeOf = (id: Id, name: string) => ({ value: id, $ref: locationOf(at, "Groups", id), display: name })
  const enterprise = {
    ...(may("organisation") && { organization: row.orgName }),
    ...(may("departments") && main && { department: main.name }),
  }
  const more = {
    ...(may("organisation") && {
      organisation: {
        value: row.orgId,
        $ref: locationOf(at, "Organisations", row.orgId),
        display: row.orgName,
      },
    }),
    ...(may("departments") &&
      row.places.length > 0 && {
        places: row.places.map(({ id, name, post, isMain }) => ({
          ...placeOf(id, name),
          ...(may("posts") && post !== null && { post }),
          primary: isMain,
        })),
      }),
    ...(may("roles") && { administrator: administratorOf[row.admintype] }),
  }
  const hasEnterprise = Object.keys(enterprise).length > 0
  const hasMore = Object.keys(more).length > 0
  const content = {
    schemas: [
      scimSchemas.user,
      ...(hasEnterprise ? [scimSchemas.enterprise] : []),
      ...(hasMore ? [scimSchemas.userMore] : []),
    ],
    id: row.id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    userName: may("account") ? row.account : row.id,
    ...(may("name") && { name: { formatted: row.name }, displayName: row.name }),
    ...(may("posts") && main?.post && { title: main.post }),
    active: row.active,
    ...(may("phone") && row.phone && { phoneNumbers: [{ value: row.phone, type: "mobile", primary: true }] }),
    ...(may("email") && row.email && { emails: [{ value: row.email, type: "work", primary: true }] }),
    ...(may("departments") &&
      row.places.length > 0 && {
        groups: row.places.map(({ id, name }) => ({ ...placeOf(id, name), type: "direct" })),
      }),
    ...(may("roles") &&
      row.roles.length > 0 && { roles: row.roles.map(({ id, name }) => ({ value: id, display: name })) }),
    ...(hasEnterprise && { [scimSchemas.enterprise]: enterprise }),
    ...(hasMore && { [scimSchemas.userMore]: more }),
  }
  const { created, lastModified } = row
  return {
    ...content,
    meta: {
      resourceType: "User",
      created,
      lastModified,
      location: locationOf(at, "Users", row.id),
      version: versionOf({ ...content, lastModified }),
    },
  }
}
