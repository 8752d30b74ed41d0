import { importKinds } from "@uc/contract/imports/import-kinds"
import { importStates, type ListedImport } from "@uc/contract/imports/calls"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../../db/open.ts"
import { exportedSheet, type ExportedColumn, type ExportedSheet } from "../../../http/exported-file.ts"
import { importsOf } from "../imports.store.ts"

const columns: readonly ExportedColumn<ListedImport>[] = [
  { title: "时间", width: 20, cell: ({ createdAt }) => createdAt },
  { title: "导入人", width: 14, cell: ({ by }) => by ?? "已离职" },
  { title: "文件", width: 40, cell: ({ fileName }) => fileName },
  { title: "类别", width: 10, cell: ({ kind }) => importKinds[kind] },
  { title: "状态", width: 12, cell: ({ state }) => importStates[state] },
  { title: "错误数", width: 10, cell: ({ problemCount }) => problemCount },
  { title: "新增", width: 10, cell: ({ counts }) => counts?.new ?? null },
  { title: "更新", width: 10, cell: ({ counts }) => counts?.changed ?? null },
  { title: "不变", width: 10, cell: ({ counts }) => counts?.unchanged ?? null },
  { title: "结束时间", width: 20, cell: ({ finishedAt }) => finishedAt },
  { title: "说明", width: 48, cell: ({ message }) => message },
]

/** DATA-3: who imported what, and with which result. */
export function historySheet(db: Db, whose: { readonly org: Id; readonly viewer: Id }): ExportedSheet {
  return exportedSheet({
    name: "导入记录",
    columns,
    read: (after: string | undefined, limit) => importsOf(db, { ...whose, after, limit }),
  })
}
