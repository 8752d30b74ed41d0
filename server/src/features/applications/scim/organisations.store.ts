import { scimSchemas } from "@uc/contract/applications/scim"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import type { OrganisationKind } from "../../../db/schema/organisations.ts"
import { locationOf } from "./describe-service.ts"
import { knownOfOrganisations, mustBeKnown } from "./known-attributes.ts"
import { isInReach } from "./known-key.ts"
import { filterToSql, type FilterColumns } from "./filter-to-sql.ts"
import type { Listing } from "./read-request.ts"
import { versionOf, type Resource } from "./resource-version.ts"
import { isoOf, sortedBy } from "./sorted-rows.ts"
import type { Reader } from "./users.store.ts"

const known: FilterColumns = {
  id: { kind: "exact", sql: sql`o.id::text` },
  displayname: { kind: "text", sql: sql`o.name` },
  kind: { kind: "exact", sql: sql`o.kind` },
  active: { kind: "boolean", sql: sql`(o.disabled_at is null)` },
  "meta.created": { kind: "moment", sql: sql`o.created_at` },
  "meta.resourcetype": { kind: "exact", sql: sql`'Organisation'::text` },
}

interface Row extends Record<string, unknown> {
  readonly id: Id
  readonly name: string
  readonly kind: OrganisationKind
  readonly active: boolean
  readonly created: string
}

const columns = sql`o.id::text as id, o.name, o.kind, o.disabled_at is null as active, ${isoOf(sql`o.created_at`)} as created`

/** SSO-5: the organisations in the application's reach, for reading alone. */
export async function organisationsPage(
  db: Db,
  reader: Reader,
  { filter, sortBy, isDescending, start, count }: Listing,
): Promise<{ readonly total: number; readonly resources: Resource[] }> {
  if (filter) mustBeKnown(filter, knownOfOrganisations)
  const there = isInReach(reader.key, sql`o.id`)
  const where = filter ? sql`${there} and (${filterToSql(filter, known)})` : there
  const order = sortedBy(sortBy, known, { isDescending, known: knownOfOrganisations, id: sql`o.id` })
  const { rows: counted } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from organisation o where ${where}`,
  )
  const total = counted[0]?.n ?? 0
  if (count === 0 || start >= total) return { total, resources: [] }
  const { rows } = await db.execute<Row>(
    sql`select ${columns} from organisation o where ${where} order by ${order} offset ${start} limit ${count}`,
  )
  return { total, resources: rows.map((row) => organisationOf(reader, row)) }
}

export async function organisationWithId(db: Db, reader: Reader, id: Id): Promise<Resource | null> {
  const { rows } = await db.execute<Row>(
    sql`select ${columns} from organisation o where o.id = ${id}::bigint and ${isInReach(reader.key, sql`o.id`)}`,
  )
  return rows[0] ? organisationOf(reader, rows[0]) : null
}

function organisationOf({ at }: Reader, { id, name, kind, active, created }: Row): Resource {
  const content = { schemas: [scimSchemas.organisation], id, displayName: name, kind, active }
  const location = locationOf(at, "Organisations", id)
  return {
    ...content,
    meta: { resourceType: "Organisation", created, location, version: versionOf(content) },
  }
}
