import type { Code, DictionaryItem } from "@uc/contract/dictionary/calls"
import { and, asc, eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { dictionary } from "../../db/schema/dictionary.ts"

const inOrder = [asc(dictionary.sortNo), asc(dictionary.id)]
const isInUse = eq(dictionary.isDisabled, false)
const item = { code: dictionary.code, name: dictionary.name, remark: dictionary.remark }

export function itemsOf(db: Db, content: string, code: string): Promise<DictionaryItem[]> {
  return db
    .select(item)
    .from(dictionary)
    .where(and(isInUse, eq(dictionary.content, content), eq(dictionary.code, code)))
    .orderBy(...inOrder)
}

export function codesBelow(db: Db, parentCode: string, isAll: boolean): Promise<Code[]> {
  return db
    .select({
      code: dictionary.code,
      name: dictionary.name,
      parentcode: dictionary.parentCode,
      sortNo: dictionary.sortNo,
      isDisabled: dictionary.isDisabled,
    })
    .from(dictionary)
    .where(and(isAll ? undefined : isInUse, eq(dictionary.parentCode, parentCode)))
    .orderBy(...inOrder)
}

export function itemsBelow(db: Db, parentCode: string): Promise<DictionaryItem[]> {
  return db
    .select(item)
    .from(dictionary)
    .where(and(isInUse, eq(dictionary.parentCode, parentCode)))
    .orderBy(...inOrder)
}
