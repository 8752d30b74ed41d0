import type { OrganisationProfile } from "@uc/contract/assessments/calls"
import { Day } from "@uc/contract/core/wire"
import type { SortBy } from "@uc/contract/core/sorting"
import { sql, type SQL } from "drizzle-orm"
import { sortedOrder } from "../../db/queries/sorted.ts"
import type { Db } from "../../db/open.ts"

interface Row extends Record<string, unknown>, Omit<OrganisationProfile, "updatetime"> {
  readonly updatedOn: string | null
  readonly total: number
}

/** What every organisation's base data holds, and what a school's holds besides. */
const ofAll = sql`short_name, address, phone, lng::text, lat::text, profile ->> 'founded', profile ->> 'staff'`
const ofSchools = sql`profile ->> 'classes', profile ->> 'students', profile ->> 'siteM2', profile ->> 'cameras',
  profile ->> 'fireHydrants'`

const sortable = { orgname: sql`pinyin`, completeness: sql`completeness`, updatetime: sql`updated_on` }
export type ProfileSort = SortBy<keyof typeof sortable>

interface ProfilePage {
  readonly start: number
  readonly limit: number
  readonly sort?: ProfileSort | undefined
}

/** HOME-4: those with the most gaps first, because there is something to do about them. */
export async function profiles(
  db: Db,
  orgs: SQL,
  { start, limit, sort = "completeness" }: ProfilePage,
): Promise<{ total: number; items: OrganisationProfile[] }> {
  const { rows } = await db.execute<Row>(sql`
    with weighed as (
      select id, name, pinyin, profile ->> 'updatedOn' as updated_on,
        case when kind = 'school' then array[${ofAll}, ${ofSchools}] else array[${ofAll}] end as told
      from organisation where id in ${orgs} and disabled_at is null
    ), counted as (
      select *, (select 100 * count(nullif(trim(one), '')) / cardinality(told) from unnest(told) one)::int
        as completeness
      from weighed
    )
    select id::text as orgid, name as orgname, completeness, updated_on as "updatedOn",
      (count(*) over ())::int as total
    from counted order by ${sortedOrder(sort, sortable, sql`id`)} offset ${start} limit ${limit}`)
  const total = rows[0]?.total ?? (start === 0 ? 0 : await countOf(db, orgs))
  const items = rows.map(({ orgid, orgname, completeness, updatedOn }) => ({
    orgid,
    orgname,
    completeness,
    // The column takes anything; what is no day says nothing.
    updatetime: Day.safeParse(updatedOn).success ? `${updatedOn} 00:00:00` : null,
  }))
  return { total, items }
}

/** A page beyond the end has no row that could say how many there are. */
async function countOf(db: Db, orgs: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from organisation where id in ${orgs} and disabled_at is null`,
  )
  return rows[0]?.total ?? 0
}
