import { z } from "zod"
import { call } from "../core/call.ts"
import { text, ZeroOne } from "../core/wire.ts"

export const DictionaryItem = z.object({
  code: z.string(),
  name: z.string(),
  remark: z.string().nullable(),
})
export type DictionaryItem = z.infer<typeof DictionaryItem>

/** A code of a code table. */
export const Code = z.object({
  code: z.string(),
  name: z.string(),
  parentcode: z.string().nullable(),
  sortNo: z.int(),
  /** No longer offered; old data still shows its name. */
  isDisabled: z.boolean(),
})
export type Code = z.infer<typeof Code>

/** SHELL-4: what the portal asks for at start. */
export const informationDictionary = {
  content: "usercenterNew",
  code: "informationDataShowBuess",
} as const

export const dictionaryMessages = { failed: "获取分类错误" } as const

export const dictionaryCalls = {
  /** ROLE-1: open, because the portal asks before anybody has signed in. */
  information: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_information_dictionary.action",
    open: true,
    answerIn: "list",
    specified: true,
    input: z.object({ content: text(64), code: text(64) }),
    output: z.array(DictionaryItem),
  }),
  /** HOME-4: the codes right below a parent code, ordered by `sortNo`. `all` 1: for labels, with those no longer offered. */
  codesByParent: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_code_table.action",
    permission: null,
    whileLocked: true,
    input: z.object({ parentcode: text(64), all: ZeroOne.optional() }),
    output: z.array(Code),
  }),
  /** HOME-4: one dictionary by its code. */
  codes: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_code_dictionary.action",
    permission: null,
    input: z.object({ code: text(64) }),
    output: z.array(DictionaryItem),
  }),
}
