import { areaTypes, type Area } from "@uc/contract/areas"
import type { Id } from "@uc/contract/wire"
import { and, asc, eq, exists, isNull, sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import { organisation } from "../../db/schema/organisations.ts"
import type { Scope } from "../../db/scope.ts"

const typesByLevel = [areaTypes.province, areaTypes.city, areaTypes.county, areaTypes.town] as const

/** The top of what the asker reaches: the whole country's top for the platform, their own area for all others. */
export function topAreas(db: Db, scope: Scope): Promise<Area[]> {
  return areasWhere(db, scope.reach === "all" ? isNull(area.parentId) : eq(area.path, scope.areaPath))
}

export function areasBelow(db: Db, parent: Id): Promise<Area[]> {
  return areasWhere(db, eq(area.parentId, parent))
}

async function areasWhere(db: Db, condition: SQL): Promise<Area[]> {
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
      isParent: exists(
        db
          .select({ one: sql`1` })
          .from(child)
          .where(eq(child.parentId, area.id)),
      ).mapWith(Boolean),
      nowOrgName: sql<string | null>`(${bureau})`,
    })
    .from(area)
    .where(condition)
    .orderBy(asc(area.sortNo), asc(area.id))
  return rows.map(({ level, ...row }) => ({ ...row, dataType: typesByLevel[level] ?? areaTypes.town }))
}
