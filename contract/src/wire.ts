import { z } from "zod"

/**
 * Scalars as they travel. Forms and queries carry text only, so a number is accepted as a number (from our own code)
 * or as its plain digits (from the wire), and nothing else: no "1e3", no " 7", no "0x10".
 */

/** Every id is a whole number below 10^18, written as text on both sides of the wire. */
export const Id = z.string().regex(/^[0-9]{1,18}$/, "编号格式不正确")
export type Id = z.infer<typeof Id>

/** Ids separated by commas, as old calls send lists. */
export const IdList = z.string().regex(/^([0-9]{1,18}(,[0-9]{1,18}){0,999})?$/, "编号列表格式不正确")

/** A count, an offset, a page size. */
export const Count = z.union([
  z.int().min(0).max(1_000_000_000),
  z
    .string()
    .regex(/^[0-9]{1,9}$/, "请输入非负整数")
    .transform(Number),
])

/** 0 or 1, as old calls send yes and no. */
export const ZeroOne = z.union([
  z.literal(0),
  z.literal(1),
  z.enum(["0", "1"]).transform((digit) => (digit === "1" ? 1 : 0)),
])

/** A moment as `2026-11-15 08:30:00`, Asia/Shanghai. */
export const Moment = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, "时间格式不正确")

export function text(max: number) {
  return z.string().max(max, `不能超过${max}个字符`)
}
