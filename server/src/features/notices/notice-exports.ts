import {
  noticeStates,
  type Notice,
  type NoticeReader,
  type ReaderOrganisation,
  type ReaderState,
  type WrittenNotice,
} from "@uc/contract/notices/calls"
import { recipientWords } from "@uc/contract/notices/recipients"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { exportedSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"
import { noticesFor, type Handles, type NoticeFilters } from "./notices.store.ts"
import { readerOrganisations, readersOf } from "./readers.store.ts"
import type { Reader } from "./who-is-meant.ts"
import { writtenNotices, type WrittenFilter } from "./written.store.ts"

const noticeColumns: readonly ExportedColumn<Notice>[] = [
  { title: "标题", width: 48, cell: ({ title }) => title },
  { title: "分类", width: 14, cell: ({ category }) => category },
  { title: "发布单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "发布时间", width: 20, cell: ({ createtime }) => createtime },
  { title: "置顶", width: 8, cell: ({ isPinned }) => (isPinned ? "是" : "否") },
  { title: "阅读", width: 8, cell: ({ isRead }) => (isRead ? "已读" : "未读") },
  {
    title: "回执",
    width: 10,
    cell: ({ wantsReceipt, isConfirmed }) => (wantsReceipt ? (isConfirmed ? "已确认" : "待确认") : "不需要"),
  },
]

/** The notices of the viewer's list. Exporting one does not mark it as read. */
export function noticeSheet(handles: Handles, reader: Reader, filters: NoticeFilters): ExportedSheet {
  return exportedSheet({
    name: "收到的通知",
    columns: noticeColumns,
    read: async (before: string | undefined, limit) => {
      const { items, older } = await noticesFor(handles, reader, { ...filters, start: 0, limit, before })
      return { items, next: older }
    },
  })
}

const writtenColumns: readonly ExportedColumn<WrittenNotice>[] = [
  { title: "标题", width: 48, cell: ({ title }) => title },
  { title: "分类", width: 14, cell: ({ category }) => category },
  { title: "状态", width: 10, cell: ({ state }) => noticeStates[state] },
  { title: "发布时间", width: 20, cell: ({ publishedAt }) => publishedAt },
  { title: "创建时间", width: 20, cell: ({ createdAt }) => createdAt },
  { title: "作者", width: 14, cell: ({ author }) => author },
  { title: "接收人", width: 28, cell: recipientWords },
  { title: "置顶", width: 8, cell: ({ isPinned }) => (isPinned ? "是" : "否") },
  { title: "需要回执", width: 10, cell: ({ wantsReceipt }) => (wantsReceipt ? "是" : "否") },
  { title: "接收人数", width: 10, cell: ({ recipients }) => recipients },
  { title: "已读人数", width: 10, cell: ({ read }) => read },
  {
    title: "已确认人数",
    width: 12,
    cell: ({ wantsReceipt, confirmed }) => (wantsReceipt ? confirmed : null),
  },
]

export function writtenSheet(
  db: Db,
  org: Id,
  filters: Omit<WrittenFilter, "limit" | "beforeId">,
): ExportedSheet {
  return exportedSheet({
    name: "通知",
    columns: writtenColumns,
    read: async (beforeId: Id | undefined, limit) => {
      const { items, older } = await writtenNotices(db, org, { ...filters, beforeId, limit })
      return { items, next: older }
    },
  })
}

const people: readonly ExportedColumn<NoticeReader>[] = [
  { title: "姓名", width: 14, cell: ({ nickname }) => nickname },
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
]
const readers: readonly ExportedColumn<NoticeReader>[] = [
  ...people,
  { title: "阅读时间", width: 20, cell: ({ readAt }) => readAt },
]
const confirmers: readonly ExportedColumn<NoticeReader>[] = [
  ...readers,
  { title: "确认时间", width: 20, cell: ({ confirmedAt }) => confirmedAt },
]

function organisations(wantsReceipt: boolean): readonly ExportedColumn<ReaderOrganisation>[] {
  return [
    { title: "单位", width: 28, cell: ({ orgname }) => orgname },
    { title: "人数", width: 10, cell: (row) => row.people },
    { title: "已读", width: 10, cell: ({ read }) => read },
    { title: "未读", width: 10, cell: (row) => row.people - row.read },
    ...(wantsReceipt
      ? ([
          { title: "已确认", width: 10, cell: ({ confirmed }) => confirmed },
          { title: "未确认", width: 10, cell: (row) => row.people - row.confirmed },
        ] satisfies ExportedColumn<ReaderOrganisation>[])
      : []),
  ]
}

/** Who is missing comes first, of them the unread ones. With one organisation there is none to compare. */
export function readerSheets(
  db: Db,
  { id, wantsReceipt }: { readonly id: Id; readonly wantsReceipt: boolean },
  org: Id | undefined,
): ExportedSheet[] {
  const sheet = (name: string, columns: typeof people, state: ReaderState) =>
    exportedSheet({
      name,
      columns,
      read: (after: string | undefined, limit) => readersOf(db, id, { state, org, limit, after }),
    })
  const compared = exportedSheet({
    name: "按单位",
    columns: organisations(wantsReceipt),
    read: (afterId: Id | undefined, limit) => readerOrganisations(db, id, { limit, afterId }),
  })
  return [
    ...(wantsReceipt
      ? [sheet("未确认", readers, "missing"), sheet("已确认", confirmers, "confirmed")]
      : [sheet("未读", people, "unread"), sheet("已读", readers, "read")]),
    ...(org === undefined ? [compared] : []),
  ]
}
