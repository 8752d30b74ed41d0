import { sortLimits, sortMessages, type SortBy } from "@uc/contract/core/sorting"
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { Refusal } from "../../errors/refusal.ts"
import type { Db } from "../open.ts"

/**
 * DAY-13: the order of a list that somebody has sorted. What is missing stands last in both directions, and what is equal by
 * its id, so that no row is on two pages or on none.
 */
export function sortedOrder<C extends string>(
  sort: SortBy<C>,
  columns: Readonly<Record<C, SQLWrapper>>,
  id: SQLWrapper,
): SQL {
  const isDown = sort.startsWith("-")
  const column = columns[(isDown ? sort.slice(1) : sort) as C]
  return sql`${column} ${sql.raw(isDown ? "desc" : "asc")} nulls last, ${id} ${sql.raw(isDown ? "desc" : "asc")}`
}

/** The place of a state among all of them: names in the order of the work, not of the alphabet. The names are our own. */
export function placeAmong(names: readonly string[], column: SQLWrapper): SQL {
  return sql`array_position(${sql.raw(`array[${names.map((name) => `'${name}'`).join()}]`)}::text[], ${column}::text)`
}

/** `rows`: a select without an order. A list of millions is not sorted for one page of it. */
export async function mustBeSortable(db: Db, rows: SQL): Promise<void> {
  const { rows: counted } = await db.execute<{ isMore: boolean }>(
    sql`select count(*) > ${sortLimits.rows} as "isMore" from (${rows} limit ${sortLimits.rows + 1}) found`,
  )
  if (counted[0]?.isMore) throw new Refusal(sortMessages.tooMany, { field: "sort" })
}

/**
 * The place of a page in a sorted list, in the shape of the cursors that lists by time have: how many rows stand before it. No
 * row has the id 0, so the two are never mistaken for each other.
 */
export function sortedPlace(start: number): string {
  return `${start}-0`
}

/** How many rows stand before the page; a cursor of another order is refused. */
export function rowsBefore(place: string | undefined): number {
  if (place === undefined) return 0
  const [start, id] = place.split("-")
  if (id !== "0" || Number(start) > sortLimits.rows) throw new Refusal(sortMessages.notThisPlace)
  return Number(start)
}

/** One more than a page was read: the page, and the place of the next one. */
export function sortedPage<Row>(
  rows: readonly Row[],
  { start, limit }: { readonly start: number; readonly limit: number },
): { readonly items: Row[]; readonly next: string | null } {
  return {
    items: rows.slice(0, limit),
    next: rows.length > limit ? sortedPlace(start + limit) : null,
  }
}

/** Rows that were read by their ids, in the order of these. */
export function inOrderOf<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const found = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
