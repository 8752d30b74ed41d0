import { z } from "zod"
import { shownName } from "../core/shown-name.ts"
import { organisationAdminCalls } from "../organisations/admin-calls.ts"

/**
 * How a cell becomes a value before its shape is asked: `plain` as it stands; `digits`, `phone` and `code` without spaces and
 * in half-width letters, and never out of a number that a spreadsheet has rounded; `day` also out of a spreadsheet's day
 * number; `path` with levels apart by `/`; `paths` several of these apart by `；`.
 */
export type ImportRule = "plain" | "name" | "digits" | "code" | "phone" | "day" | "path" | "paths" | "number"

export interface ImportColumn {
  readonly key: string
  readonly title: string
  /** What offices call it in their own lists; read where the title itself is not there. */
  readonly also: readonly string[]
  readonly isRequired: boolean
  readonly rule: ImportRule
  /** Of the value, once it is read; its sentence says what would be right. */
  readonly shape: z.ZodType
  /** In the template: a cell of the example line, and a line of the explanation. */
  readonly example: string
  readonly help: string
}

export function column(
  key: string,
  title: string,
  rule: ImportRule,
  shape: z.ZodType,
  {
    example,
    help,
    isRequired = false,
    also = [],
  }: { example: string; help: string; isRequired?: boolean; also?: readonly string[] },
): ImportColumn {
  return { key, title, also, isRequired, rule, shape, example, help }
}

export function nodeName(what: string, max = 50) {
  return shownName(max, { missing: `请填写${what}`, hidden: `${what}不能含有不可见字符` })
}

/** Whose it is. Who administers one organisation alone may leave it empty. */
export const whose = column("org", "单位", "name", organisationAdminCalls.add.input.shape.name, {
  also: ["单位名称", "单位全称", "所属单位", "所在单位", "学校", "学校名称"],
  example: "",
  help: "单位全称。不填则为您所在的单位；管理多个单位时，请逐行填写。",
})
export const sortNo = column(
  "sortNo",
  "排序号",
  "number",
  z.string().regex(/^[0-9]{1,6}$/, "应为0到999999的整数"),
  {
    example: "10",
    help: "同级中的先后，数字小的在前。不填则排在最后；已有的保持不变。",
  },
)
