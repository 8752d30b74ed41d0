import { screenLimits, type ScreenOverview, type ScreenPlace } from "@uc/contract/screens/calls"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import type { Id } from "@uc/contract/core/wire"
import type { Scope } from "../../db/scope.ts"
import { isActive, isInReach, type Shown } from "./shown.ts"

type Places = ScreenOverview["places"]

interface OrganisationRow extends Record<string, unknown> {
  readonly id: Id
  readonly name: string
  readonly level: number | null
  readonly alarms: number
  readonly is_drilling: boolean
  readonly is_silent: boolean
  readonly total: number
  readonly calm: number
}

/** Schools and enterprises of an area, the gravest first. */
export async function organisationPlaces(db: Db, scope: Scope): Promise<Places> {
  const silent = sql`make_interval(hours => ${screenLimits.silentHours})`
  const { rows } = await db.execute<OrganisationRow>(sql`
    with active as materialized (
      select org_id, min(level)::int as level, count(*)::int as alarms from alarm_record
      where ${isActive} and ${isInReach(scope, sql`org_id`)} group by org_id
    ), source as materialized (
      select s.org_id, bool_and(not exists
        (select from alarm_source_call c where c.source_id = s.id and c.at > now() - ${silent})) as is_silent
      from alarm_source s where s.revoked_at is null group by s.org_id
    )
    select o.id::text, coalesce(o.short_name, o.name) as name, a.level, coalesce(a.alarms, 0) as alarms,
      exists (select from drill d where d.org_id = o.id and d.ended_at is null) as is_drilling,
      coalesce(s.is_silent, false) as is_silent,
      (count(*) over ())::int as total, (count(*) filter (where a.level is null) over ())::int as calm
    from organisation o
    left join active a on a.org_id = o.id
    left join source s on s.org_id = o.id
    where o.kind in ('school', 'enterprise') and o.disabled_at is null and ${isInReach(scope, sql`o.id`)}
    order by a.level nulls last, coalesce(s.is_silent, false) desc, coalesce(o.short_name, o.name), o.id
    limit ${screenLimits.places}`)
  return {
    are: "organisations",
    total: rows[0]?.total ?? 0,
    calm: rows[0]?.calm ?? 0,
    items: rows.map(({ id, name, level, alarms, is_drilling: isDrilling, is_silent: isSilent }) => ({
      id,
      name,
      level,
      alarms,
      isDrilling,
      isSilent,
    })),
  }
}

interface BuildingRow extends Record<string, unknown> {
  readonly id: Id
  readonly name: string
  readonly campus: string | null
}

interface WhereRow extends Record<string, unknown> {
  readonly address: string
  readonly level: number
  readonly alarms: number
}

/** More addresses than this no screen shows. */
const addressesAtMost = 2000

/**
 * The buildings of one organisation. A source knows no ids of ours: an alarm is in the building whose name its address holds, the
 * longest where there are several ("实验楼" and "实验楼东"); of two buildings of one name in two campuses the one whose campus it names.
 */
export async function buildingPlaces(db: Db, { orgid }: Shown): Promise<Places> {
  const buildings = await db.execute<BuildingRow>(sql`
    select b.id::text, b.name, c.name as campus from building b
    left join building c on c.id = b.parent_id and c.type = 'campus'
    where b.org_id = ${orgid} and b.type = 'building' and not b.is_disabled
    order by b.sort_no, b.id limit ${screenLimits.places}`)
  const active = await db.execute<WhereRow>(sql`
    select coalesce(address, '') as address, min(level)::int as level, count(*)::int as alarms from alarm_record
    where org_id = ${orgid} and ${isActive} group by address limit ${addressesAtMost}`)
  const names = new Map<string, number>()
  for (const { name } of buildings.rows) names.set(name, (names.get(name) ?? 0) + 1)

  const places: Place[] = buildings.rows.map(({ id, name, campus }) => ({
    id,
    name: (names.get(name) ?? 0) > 1 && campus !== null ? `${name}（${campus}）` : name,
    plainName: name,
    campus,
    level: null,
    alarms: 0,
  }))
  const elsewhere: Place = { id: null, name: "其他位置", plainName: "", campus: null, level: null, alarms: 0 }
  for (const { address, level, alarms } of active.rows) {
    const place = buildingOf(address, places) ?? elsewhere
    place.alarms += alarms
    place.level = place.level === null ? level : Math.min(place.level, level)
  }
  const all = elsewhere.alarms > 0 ? [...places, elsewhere] : places
  // The sort is stable: among those of one state the organisation's own order stays.
  const items = all
    .toSorted((one, other) => (one.level ?? 100) - (other.level ?? 100))
    .map(({ id, name, level, alarms }): ScreenPlace => ({
      id,
      name,
      level,
      alarms,
      isDrilling: false,
      isSilent: false,
    }))
  return {
    are: "buildings",
    total: items.length,
    calm: items.filter(({ level }) => level === null).length,
    items,
  }
}

interface Place {
  readonly id: Id | null
  readonly name: string
  readonly plainName: string
  readonly campus: string | null
  level: number | null
  alarms: number
}

function buildingOf(address: string, places: readonly Place[]): Place | undefined {
  const named = places.filter(({ plainName }) => plainName !== "" && address.includes(plainName))
  const longest = Math.max(0, ...named.map(({ plainName }) => plainName.length))
  const candidates = named.filter(({ plainName }) => plainName.length === longest)
  return candidates.find(({ campus }) => campus !== null && address.includes(campus)) ?? candidates[0]
}
