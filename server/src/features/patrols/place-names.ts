import type { Id } from "@uc/contract/core/wire"
import { inArray } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { building } from "../../db/schema/buildings.ts"

const columns = { id: building.id, ids: building.ids, name: building.name, type: building.type }

/**
 * `明德楼 2层 202教室` for each place: two queries by key for any number of rows. Joined into the list's query, the ancestors
 * could not use an index, because row-level security is checked before the array is built.
 */
async function placeNames(db: Db, places: readonly Id[]): Promise<ReadonlyMap<Id, string>> {
  const nodesOf = async (ids: readonly Id[]) =>
    ids.length === 0
      ? []
      : db
          .select(columns)
          .from(building)
          .where(inArray(building.id, [...ids]))
  const found = await nodesOf([...new Set(places)])
  const above = await nodesOf([...new Set(found.flatMap(({ ids }) => ids))])
  const known = new Map([...above, ...found].map((node) => [node.id, node]))
  return new Map(
    found.map(({ id, ids }) => [
      id,
      [...ids, id]
        .flatMap((one) => known.get(one) ?? [])
        .filter(({ type }) => type !== "campus")
        .map(({ name }) => name)
        .join(" "),
    ]),
  )
}

/** Adds `placeName` to rows that have a `placeId`; null where there is none. */
export async function withPlaceNames<Row extends { readonly placeId: Id | null }>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & { placeName: string | null })[]> {
  const names = await placeNames(
    db,
    rows.flatMap(({ placeId }) => placeId ?? []),
  )
  return rows.map((row) => ({ ...row, placeName: names.get(row.placeId ?? "") || null }))
}
