import { z } from "zod"

/**
 * Scalars as they travel. Forms and queries carry text only, so a number is accepted as a number (from our own code)
 * or as its plain digits (from the wire), and nothing else: no "1e3", no " 7", no "0x10".
 */

/** A page of a list never holds more rows than this. */
export const pageLimit = 200

/** Every id is a whole number below 10^18, written as text on both sides of the wire. */
export const Id = z
  .string()
  .max(18)
  .regex(/^[0-9]{1,18}$/, "编号格式不正确")
export type Id = z.infer<typeof Id>

/** Ids separated by commas, as old calls send lists: at most 1,000. */
export const IdList = z
  .string()
  .max(18_999)
  .regex(/^([0-9]{1,18}(,[0-9]{1,18}){0,999})?$/, "编号列表格式不正确")

/** The ids of an `IdList`; none for the empty text. */
export function idsOf(list: string): Id[] {
  return list === "" ? [] : list.split(",")
}

/** What a name is found by beside itself: pinyin and initials, lower case, each reading apart by a space (PICK-9). A service
 * that is not ours has none (DISTRICT-16): then the name alone is searched. */
export const FilterKeys = z.string().default("")

/** A count or an offset. */
export const Count = z.union([
  z.int().min(0).max(1_000_000_000),
  z
    .string()
    .max(9)
    .regex(/^[0-9]{1,9}$/, "请输入非负整数")
    .transform(Number),
])

/** How many rows a page holds. */
export const PageSize = z.union([
  z.int().min(1).max(pageLimit),
  z
    .string()
    .max(3)
    .regex(/^([1-9][0-9]?|1[0-9][0-9]|200)$/, `请输入1到${pageLimit}之间的整数`)
    .transform(Number),
])

/** `start` and `limit`, as every paged list takes them. */
export const paging = { start: Count.default(0), limit: PageSize.default(10) } as const

/** A page of a list; `total` counts all rows that match (WARN-1). */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ total: z.int().min(0), items: z.array(item) })
}

/** One of a few whole numbers, as a number or as its digits. */
export function oneOf<const T extends number>(...values: readonly T[]) {
  return z.union([
    z.literal(values),
    z.enum(values.map((value) => `${value}` as const)).transform((digits) => Number(digits) as T),
  ])
}

/** 0 or 1, as old calls send yes and no. */
export const ZeroOne = oneOf(0, 1)

/** One place up or down among those that stand beside it. */
export const Shift = z.enum(["up", "down"])
export type Shift = z.infer<typeof Shift>

/** Four digits of year keep PostgreSQL's calendar and ours the same; the day must exist. */
const moment =
  /^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]) ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$/
const day = /^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/

/** Is there such a day? 31 April and 29 February of most years pass the pattern but not the calendar. */
function isOnTheCalendar(written: string): boolean {
  if (written.slice(8, 10) <= "28") return true
  const date = written.slice(0, 10)
  const read = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date)
}

/** A moment as `2026-11-15 08:30:00`, Asia/Shanghai. */
export const Moment = z
  .string()
  .max(19)
  .regex(moment, "时间格式不正确")
  .refine(isOnTheCalendar, "时间格式不正确")

/** A day as `2026-11-15`, Asia/Shanghai. */
export const Day = z.string().max(10).regex(day, "日期格式不正确").refine(isOnTheCalendar, "日期格式不正确")

/** NUL cannot be stored by PostgreSQL, half a surrogate pair cannot be written as UTF-8. */
const storable = /^[^\0\p{Cs}]*$/u

/** Whether it can be stored; for what comes from elsewhere than a form. */
export function isStorable(written: string): boolean {
  return storable.test(written)
}

export function text(max: number, tooLong = `不能超过${max}个字符`) {
  return z.string().max(max, tooLong).regex(storable, "含有无法识别的字符")
}

/**
 * A cursor of a list: milliseconds and id. Fourteen digits end in a year of four, which PostgreSQL reads; one more would
 * be a fault for who types an address.
 */
export const Cursor = z
  .string()
  .max(33)
  .regex(/^[0-9]{1,14}-[0-9]{1,18}$/, "翻页位置不正确")
