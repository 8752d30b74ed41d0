import type { Id } from "@uc/contract/core/wire"
import { eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import type { Scope } from "../../db/scope.ts"

/** The area of this id, if it is the viewer's own or below it. */
export async function reachedArea(db: Db, scope: Scope, id: Id): Promise<{ id: Id; path: string } | null> {
  const [found] = await db.select({ id: area.id, path: area.path }).from(area).where(eq(area.id, id))
  if (!found) return null
  return scope.reach === "all" || found.path.startsWith(scope.areaPath) ? found : null
}
