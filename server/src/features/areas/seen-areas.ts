import { usertypes, type Usertype } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { inArray } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import type { Scope } from "../../db/scope.ts"

interface Viewer {
  readonly user: { readonly usertype: Usertype }
  readonly scope: Scope
}

/** HOME-6: whoever sees one organisation alone sees no tree of areas above it. */
export function seesAreas({ usertype }: { readonly usertype: Usertype }): boolean {
  return usertype === usertypes.platform || usertype === usertypes.bureau
}

/** The areas of a path, its own last, from the topmost in the viewer's reach. */
export function seenAreas({ user, scope }: Viewer, path: string): Id[] {
  if (!seesAreas(user)) return []
  const unreached = scope.reach === "all" ? 0 : codesOf(scope.areaPath).length - 1
  return codesOf(path).slice(unreached)
}

export async function seenAreaNames(db: Db, viewer: Viewer, path: string): Promise<string[]> {
  const ids = seenAreas(viewer, path)
  if (ids.length === 0) return []
  const rows = await db.select({ id: area.id, name: area.name }).from(area).where(inArray(area.id, ids))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ids.flatMap((id) => names.get(id) ?? [])
}

function codesOf(path: string): Id[] {
  return path.split("/").slice(0, -1)
}
