import { z } from "zod"

/** DAY-13: lists are sorted by the server, so that a page is a page of the whole order and an export has the same. */
export const sortLimits = {
  /** Where more rows match, the filters are to be narrowed first: nobody reads that many in another order. */
  rows: 100_000,
} as const

export const sortMessages = {
  unknown: "不能按这一列排序",
  tooMany: `符合条件的记录超过${sortLimits.rows / 10_000}万条，请先缩小范围再排序`,
  notThisPlace: "翻页位置与排序不符，请从第一页开始查看",
} as const

/** The name of a column, with a minus from the last to the first. */
export type SortBy<C extends string> = C | `-${C}`

/** The parameter of a list that may be sorted by these columns, and by no other. */
export function sortedBy<const C extends string>(...columns: readonly [C, ...C[]]) {
  const names: string[] = columns.flatMap((column) => [column, `-${column}`])
  return { sort: z.enum(names as [SortBy<C>, ...SortBy<C>[]], sortMessages.unknown).optional() }
}
