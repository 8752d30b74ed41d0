import {
  noticeStates,
  type Notice,
  type NoticeReader,
  type ReaderOrganisation,
  type WrittenNotice,
} from "@uc/contract/notices/calls"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { exportedSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"
import { noticesFor, type Handles, type NoticeFilters, type Reader } from "./notices.store.ts"
import {
  readerOrganisations,
  whoHasNotRead,
  whoHasRead,
  writtenNotices,
  type Audience,
  type WrittenFilter,
} from "./written.store.ts"

const noticeColumns: readonly ExportedColumn<Notice>[] = [
  { title: "标题", width: 48, cell: ({ title }) => title },
  { title: "分类", width: 14, cell: ({ category }) => category },
  { title: "发布单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "发布时间", width: 20, cell: ({ createtime }) => createtime },
  { title: "置顶", width: 8, cell: ({ isPinned }) => (isPinned ? "是" : "否") },
  { title: "阅读", width: 8, cell: ({ isRead }) => (isRead ? "已读" : "未读") },
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
  { title: "发给下级单位", width: 14, cell: ({ isShared }) => (isShared ? "是" : "否") },
  { title: "置顶", width: 8, cell: ({ isPinned }) => (isPinned ? "是" : "否") },
  { title: "已读人数", width: 10, cell: ({ read }) => read },
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
const organisations: readonly ExportedColumn<ReaderOrganisation>[] = [
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "人数", width: 10, cell: (row) => row.people },
  { title: "已读", width: 10, cell: ({ read }) => read },
  { title: "未读", width: 10, cell: (row) => row.people - row.read },
]

/** Unread ones first. With one organisation there is no column to compare. */
export function readerSheets(db: Db, audience: Audience, org: Id | undefined): ExportedSheet[] {
  const sheet = (name: string, columns: typeof people, found: typeof whoHasRead) =>
    exportedSheet({
      name,
      columns,
      read: (afterId: Id | undefined, limit) => found(db, audience, { org, limit, afterId }),
    })
  const compared = exportedSheet({
    name: "按单位",
    columns: organisations,
    read: (afterId: Id | undefined, limit) => readerOrganisations(db, audience, { limit, afterId }),
  })
  return [
    sheet("未读", people, whoHasNotRead),
    sheet("已读", readers, whoHasRead),
    ...(org === undefined ? [compared] : []),
  ]
}
