import { domainsMeaning } from "@uc/contract/domains/domain-address"
import { usertypes } from "@uc/contract/account/calls"
import type { Authorised } from "@uc/contract/menus/admin-calls"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { authDomain, declinedDomain } from "../../db/schema/domains.ts"
import { organisation, type OrganisationKind } from "../../db/schema/organisations.ts"
import { isOfOneInUse } from "./domains-in-force.ts"

/**
 * DOM-7, DISTRICT-12, over all organisations: in how many of each kind pages of these origins may be hosted. By the rule of
 * `decidingEntries`: what the own list has, and what one above has unless it was declined.
 */
export async function authorisedOrigins(db: Db, origins: ReadonlySet<string>): Promise<Authorised[]> {
  const wanted = [...origins].flatMap((origin) => domainsMeaning(origin).map((entry) => ({ origin, entry })))
  if (wanted.length === 0) return []
  const column = (key: "origin" | "entry") => sql`${sql.param(wanted.map((pair) => pair[key]))}::text[]`
  const { rows } = await db.execute<{ origin: string; kind: OrganisationKind; organisations: number }>(sql`
    with wanted as (select * from unnest(${column("origin")}, ${column("entry")}) as w (origin, entry)),
      listed as (select w.origin, ${authDomain.orgId}, case when ${isOfOneInUse} then ${authDomain.sharedPath} end as shared_path
        from wanted w join ${authDomain} on ${authDomain.origin} = w.entry),
      declined as (select w.origin, x.org_id from wanted w join ${declinedDomain} x on x.origin = w.entry)
    select w.origin, o.kind, count(*)::int as organisations
    from (select distinct origin from wanted) w
    cross join ${organisation} o
    where o.disabled_at is null and (
      exists (select from listed l where l.origin = w.origin and l.org_id = o.id)
      or (exists (select from listed l where l.origin = w.origin and starts_with(o.area_path, l.shared_path))
        and not exists (select from declined x where x.origin = w.origin and x.org_id = o.id)))
    group by w.origin, o.kind`)
  return rows.map(({ origin, kind, organisations }) => ({ origin, usertype: usertypes[kind], organisations }))
}
