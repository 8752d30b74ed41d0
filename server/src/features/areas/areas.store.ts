import { areaLimits, areaTypes, type Area } from "@uc/contract/areas/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, exists, inArray, isNull, sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { matchesName } from "../../db/queries/matches-name.ts"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import { organisation } from "../../db/schema/organisations.ts"
import type { Scope } from "../../db/scope.ts"

const typesByLevel = [areaTypes.province, areaTypes.city, areaTypes.county, areaTypes.town] as const

/** DISTRICT-9: neither the area itself nor one above it is out of use. */
const isOffered = sql`not ${area.isDisabled} and not exists (select from ${area} above
  where above.is_disabled and ${area.path} ^@ above.path)`

/** The topmost area in reach: the whole country for the platform, the own area for all others. */
export function topAreas(db: Db, scope: Scope): Promise<Area[]> {
  // The own area is shown even out of use: without it nothing below could be reached.
  return scope.reach === "all"
    ? areasWhere(db, scope, and(isNull(area.parentId), isOffered))
    : areasWhere(db, scope, eq(area.path, scope.areaPath))
}

export function areasBelow(db: Db, scope: Scope, parent: Id): Promise<Area[]> {
  return areasWhere(db, scope, and(eq(area.parentId, parent), isOffered))
}

/** Those in the viewer's reach; others are left out, like those that are gone. */
export function findAreas(
  db: Db,
  scope: Scope,
  { ids, name }: { ids: readonly Id[] | null; name: string | null },
): Promise<Area[]> {
  return areasWhere(
    db,
    scope,
    and(
      scope.reach === "all" ? undefined : sql`${area.path} ^@ ${scope.areaPath}`,
      ids === null ? undefined : inArray(area.id, [...ids]),
      name === null ? undefined : matchesName(area, name),
      // Asked by its id, one out of use still is what was chosen before.
      ids === null ? isOffered : undefined,
    ),
    ids === null ? areaLimits.found : ids.length,
  )
}

async function areasWhere(
  db: Db,
  scope: Scope,
  condition: SQL | undefined,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<Area[]> {
  const child = alias(area, "child")
  const bureau = db
    .select({ name: organisation.name })
    .from(organisation)
    .where(
      and(eq(organisation.areaId, area.id), eq(organisation.kind, "bureau"), isNull(organisation.disabledAt)),
    )
    .orderBy(asc(organisation.sortNo), asc(organisation.id))
    .limit(1)
  const rows = await db
    .select({
      areaid: area.id,
      areaname: area.name,
      level: area.level,
      path: area.path,
      isParent: exists(
        db
          .select({ one: sql`1` })
          .from(child)
          .where(and(eq(child.parentId, area.id), eq(child.isDisabled, false))),
      ).mapWith(Boolean),
      nowOrgName: sql<string | null>`(${bureau})`,
    })
    .from(area)
    .where(condition)
    .orderBy(asc(area.level), asc(area.sortNo), asc(area.id))
    .limit(limit)
  return rows.map(({ level, path, ...row }) => ({
    ...row,
    dataType: typesByLevel[level] ?? areaTypes.town,
    ids: reachedAbove(scope, path),
  }))
}

/** The viewer's own area is the topmost that they may see. */
function reachedAbove(scope: Scope, path: string): Id[] {
  const unreached = scope.reach === "all" ? 0 : codesOf(scope.areaPath).length - 1
  return codesOf(path).slice(unreached, -1)
}

function codesOf(path: string): Id[] {
  return path.split("/").slice(0, -1)
}
