import { shownText } from "../core/shown-name.ts"
import { z } from "zod"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { Id, IdList, text } from "../core/wire.ts"

export const dictionaryLimits = {
  code: 64,
  name: 100,
  remark: 1000,
  /** Codes of one table, and tables. */
  entries: 500,
  tables: 300,
} as const

export const dictionaryAdminMessages = {
  platformOnly: "只有平台管理员可以维护数据字典",
  codeMissing: "请填写代码",
  badCode: "代码只能由文字、数字、点、下划线和连字符组成",
  nameMissing: "请填写名称",
  taken: "该代码已存在，请换一个",
  gone: "该条目不存在或已被删除，请刷新后再试",
  codeStays: "代码和所属的代码表添加后不能修改",
  changedMeanwhile: "该条目刚刚被其他管理员修改过，请查看最新内容后再试",
  arrangedMeanwhile: "该代码表刚刚被其他管理员修改过，已为您刷新，请再试一次",
  builtInAdd: "该代码表由系统程序使用，不能增加代码；可以改名、排序和停用",
  builtInRemove: "该代码由系统程序使用，不能删除；不再使用时可以停用",
  builtInDisable: "门户启动时要读取该字典，不能停用",
  tableNotEmpty: (count: number) => `该代码表还有${count}个代码，请先删除其中的代码`,
  tooMany: `一个代码表最多${dictionaryLimits.entries}个代码`,
  tooManyTables: `代码表最多${dictionaryLimits.tables}个`,
} as const

/** Says where, so that somebody can go there. */
export function codeInUseMessage(
  places: readonly { readonly words: string; readonly rows: number }[],
): string {
  const named = places.map(({ words, rows }) => `${words}（${rows.toLocaleString("zh-CN")}条）`)
  return `该代码正在使用，不能删除：${named.join("、")}。不再使用时可以停用，已有的数据仍能显示名称`
}

/** A code stands in addresses and in columns of other tables. */
const Code = z
  .string()
  .min(1, dictionaryAdminMessages.codeMissing)
  .max(dictionaryLimits.code, `不能超过${dictionaryLimits.code}个字符`)
  .regex(/^[\p{L}\p{N}._-]+$/u, dictionaryAdminMessages.badCode)

/** A code table, or a dictionary that stands alone with its remark (SHELL-4). */
export const CodeTable = z.object({
  /** Null: it has codes but no name yet. */
  id: Id.nullable(),
  kind: z.enum(["table", "dictionary"]),
  code: z.string(),
  name: z.string(),
  remark: z.string().nullable(),
  entries: z.int().min(0),
  disabled: z.int().min(0),
  /** Built in: the program decides by its codes. */
  isBuiltIn: z.boolean(),
  version: z.string(),
})
export type CodeTable = z.infer<typeof CodeTable>

export const CodeEntry = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  remark: z.string().nullable(),
  isDisabled: z.boolean(),
  version: z.string(),
})
export type CodeEntry = z.infer<typeof CodeEntry>

const newusercenter = { service: "newusercenter" } as const

/** HOME-4, for the platform's administrators. */
export const dictionaryAdminCalls = {
  tables: call({
    ...newusercenter,
    method: "GET",
    path: "/v1/dictionary/getTables",
    permission: "dictionary.manage",
    input: z.object({}),
    output: z.array(CodeTable),
  }),
  /** In their order, those no longer offered too. */
  entries: call({
    ...newusercenter,
    method: "GET",
    path: "/v1/dictionary/getEntries",
    permission: "dictionary.manage",
    input: z.object({ table: Code }),
    output: z.array(CodeEntry),
  }),
  /** The codes of one table; without one all tables, and the codes of each. */
  export: call({
    ...exporting,
    ...newusercenter,
    path: "/v1/dictionary/export",
    permission: "dictionary.manage",
    input: z.object({ table: Code.optional() }),
  }),
  /**
   * Without an id it adds: to `table`, or a new table where none is named. With one it changes; the code itself stays,
   * because other data refers to it. `version` is the one that was seen.
   */
  save: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/dictionary/addOrUpdate",
    encoding: "json",
    writes: true,
    sensitive: false,
    permission: "dictionary.manage",
    input: z.object({
      id: Id.optional(),
      table: Code.nullable(),
      code: Code,
      name: shownText(dictionaryLimits.name, dictionaryAdminMessages.nameMissing),
      remark: text(dictionaryLimits.remark).nullable(),
      isDisabled: z.boolean(),
      version: text(64).optional(),
    }),
    output: z.object({ id: Id }),
  }),
  /** All codes of a table in their new order. */
  arrange: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/dictionary/arrange",
    encoding: "json",
    writes: true,
    sensitive: false,
    permission: "dictionary.manage",
    input: z.object({ table: Code, ids: IdList }),
    output: z.object({}),
  }),
  remove: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/dictionary/delete",
    encoding: "json",
    writes: true,
    sensitive: false,
    permission: "dictionary.manage",
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
}
