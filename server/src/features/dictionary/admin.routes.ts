import {
  codeInUseMessage,
  dictionaryAdminCalls,
  dictionaryAdminMessages,
  dictionaryLimits,
} from "@uc/contract/dictionary/admin-calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { everybody, publishEvent } from "../../realtime/publish-event.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { Refusal } from "../../errors/refusal.ts"
import { knownTable, usesOf } from "./code-uses.ts"
import {
  addRow,
  arrangeRows,
  changeRow,
  codeTables,
  entriesOf,
  isAskedAtStart,
  lockDictionaries,
  removeRow,
  rowsIn,
  rowWithId,
  versionOf,
  type DictionaryRow,
} from "./admin.store.ts"
import { dictionarySheets, entrySheet } from "./dictionary-export.ts"

const messages = dictionaryAdminMessages

/** HOME-4. The platform's, the same for all. */
export const dictionaryAdminRoutes = implementCalls(dictionaryAdminCalls, () => ({
  tables: (_input, context) => {
    return codeTables(context.db)
  },

  entries: ({ table }, context) => {
    return entriesOf(context.db, table)
  },

  export: async ({ table }, context) => {
    const tables = await codeTables(context.db)
    const action = "dictionaryAdmin.export"
    if (table === undefined)
      return exportedFile(context, { action, name: "数据字典", sheets: dictionarySheets(context.db, tables) })
    const name = tables.find(({ kind, code }) => kind === "table" && code === table)?.name ?? table
    const sheets = [entrySheet("代码", await entriesOf(context.db, table))]
    return exportedFile(context, { action, name: `数据字典-${name}`, sheets })
  },

  save: async ({ id, table, code, version, ...given }, context) => {
    const { db } = context
    mustNotVersionNew(id, version)
    const written = { ...given, remark: given.remark?.trim() || null }
    await lockDictionaries(db)
    const before = id === undefined ? null : await mustFind(db, id)
    if (before && version !== versionOf(before)) throw new Refusal(messages.changedMeanwhile, { status: 409 })
    // DISTRICT-15: refused and not dropped.
    if (before && (table !== before.parentCode || code !== before.code))
      throw new Refusal(messages.codeStays, { field: "code" })
    if (before && written.isDisabled && isAskedAtStart(before))
      throw new Refusal(messages.builtInDisable, { field: "isDisabled" })
    if (!before) await mustHaveRoom(db, table)
    if (before) await changeRow(db, before.id, written)
    const saved = before ? before.id : await addRow(db, { table, code, ...written })
    if (saved === null) throw new Refusal(messages.taken, { field: "code" })
    await writeAuditEntry(context, "dictionaryAdmin.save", {
      id: saved,
      before: before && shownInLog(before),
      after: shownInLog(await mustFind(db, saved)),
    })
    await publishEvent(db, "codes", everybody)
    return { id: saved }
  },

  arrange: async ({ table, ids }, context) => {
    const { db } = context
    await lockDictionaries(db)
    const before = await entriesOf(db, table)
    const wanted = idsOf(ids)
    const isSame = wanted.length === before.length && before.every(({ id }) => wanted.includes(id))
    if (!isSame || new Set(wanted).size !== wanted.length)
      throw new Refusal(messages.arrangedMeanwhile, { status: 409 })
    await arrangeRows(db, wanted)
    const after = await entriesOf(db, table)
    await writeAuditEntry(context, "dictionaryAdmin.arrange", {
      before: { table, order: before.map(({ name }) => name) },
      after: { table, order: after.map(({ name }) => name) },
    })
    await publishEvent(db, "codes", everybody)
    return {}
  },

  remove: async ({ id }, context) => {
    const { db } = context
    await lockDictionaries(db)
    const before = await mustFind(db, id)
    await mustBeUnused(db, before)
    await removeRow(db, id)
    await writeAuditEntry(context, "dictionaryAdmin.remove", { id, before: shownInLog(before), after: null })
    await publishEvent(db, "codes", everybody)
    return {}
  },
}))

async function mustFind(db: Db, id: Id): Promise<DictionaryRow> {
  const row = await rowWithId(db, id)
  if (!row) throw new Refusal(messages.gone, { status: 409 })
  return row
}

async function mustHaveRoom(db: Db, table: string | null): Promise<void> {
  if (table !== null && knownTable(table)?.isBuiltIn) throw new Refusal(messages.builtInAdd)
  const limit = table === null ? dictionaryLimits.tables : dictionaryLimits.entries
  if ((await rowsIn(db, table)) >= limit)
    throw new Refusal(table === null ? messages.tooManyTables : messages.tooMany)
}

async function mustBeUnused(db: Db, row: DictionaryRow): Promise<void> {
  if (isAskedAtStart(row)) throw new Refusal(messages.builtInRemove, { status: 409 })
  if (row.parentCode === null) {
    const inside = await rowsIn(db, row.code)
    if (inside > 0) throw new Refusal(messages.tableNotEmpty(inside), { status: 409 })
    return
  }
  const places = await usesOf(db, row.parentCode, row.code)
  if (places.length > 0) throw new Refusal(codeInUseMessage(places), { status: 409 })
  if (knownTable(row.parentCode)?.isBuiltIn) throw new Refusal(messages.builtInRemove, { status: 409 })
}

function shownInLog({ parentCode, code, name, remark, isDisabled }: DictionaryRow): Record<string, unknown> {
  return {
    place: parentCode ? `${parentCode} / ${code}` : code,
    name,
    remark,
    state: isDisabled ? "停用" : "启用",
  }
}
