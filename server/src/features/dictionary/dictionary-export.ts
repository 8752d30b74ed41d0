import type { CodeEntry, CodeTable } from "@uc/contract/dictionary/admin-calls"
import type { Db } from "../../db/open.ts"
import {
  exportedSheet,
  wholeSheet,
  type ExportedColumn,
  type ExportedSheet,
} from "../../http/exported-file.ts"
import { entriesOf } from "./admin.store.ts"

const tableColumns: readonly ExportedColumn<CodeTable>[] = [
  { title: "代码表", width: 24, cell: ({ name }) => name },
  { title: "代码", width: 24, cell: ({ code }) => code },
  { title: "类别", width: 12, cell: ({ kind }) => (kind === "table" ? "代码表" : "系统字典") },
  { title: "代码数", width: 10, cell: ({ entries }) => entries },
  { title: "已停用", width: 10, cell: ({ disabled }) => disabled },
  { title: "系统使用", width: 10, cell: ({ isBuiltIn }) => (isBuiltIn ? "是" : "否") },
  { title: "备注", width: 48, cell: ({ remark }) => remark },
]

const entryColumns: readonly ExportedColumn<CodeEntry>[] = [
  { title: "代码", width: 24, cell: ({ code }) => code },
  { title: "名称", width: 28, cell: ({ name }) => name },
  { title: "备注", width: 48, cell: ({ remark }) => remark },
  { title: "状态", width: 10, cell: ({ isDisabled }) => (isDisabled ? "已停用" : "在用") },
]

export function entrySheet(name: string, entries: readonly CodeEntry[]): ExportedSheet {
  return wholeSheet(name, entryColumns, { items: entries })
}

interface PlacedEntry {
  readonly table: CodeTable
  readonly entry: CodeEntry
}

const placedColumns: readonly ExportedColumn<PlacedEntry>[] = [
  { title: "代码表", width: 24, cell: ({ table }) => table.name },
  ...entryColumns.map(({ cell, ...column }) => ({
    ...column,
    cell: ({ entry }: PlacedEntry) => cell(entry),
  })),
]

/** HOME-4: the tables, and the codes of each, one table after the other. */
export function dictionarySheets(db: Db, tables: readonly CodeTable[]): ExportedSheet[] {
  const withCodes = tables.filter(({ entries }) => entries > 0)
  return [
    wholeSheet("代码表", tableColumns, { items: tables }),
    exportedSheet({
      name: "代码",
      columns: placedColumns,
      read: async (from: number | undefined) => {
        const at = from ?? 0
        const table = withCodes[at]
        const entries = table ? await entriesOf(db, table.code) : []
        return {
          items: entries.flatMap((entry) => (table ? { table, entry } : [])),
          next: at + 1 < withCodes.length ? at + 1 : null,
        }
      },
    }),
  ]
}
