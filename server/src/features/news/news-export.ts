import { newsStates, type WrittenNews } from "@uc/contract/news/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { exportedSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"
import { ownNews, type Filter } from "./news-writing.store.ts"

const columns: readonly ExportedColumn<WrittenNews>[] = [
  { title: "标题", width: 48, cell: ({ title }) => title },
  { title: "栏目", width: 18, cell: ({ columnname }) => columnname },
  { title: "作者", width: 14, cell: ({ author }) => author },
  { title: "状态", width: 10, cell: ({ state }) => newsStates[state] },
  { title: "发布时间", width: 20, cell: ({ publishedAt }) => publishedAt },
  { title: "创建时间", width: 20, cell: ({ createdAt }) => createdAt },
  { title: "共享给下级", width: 12, cell: ({ isShared }) => (isShared ? "是" : "否") },
  { title: "对外公开", width: 12, cell: ({ isPublic }) => (isPublic ? "是" : "否") },
]

/** HOME-5: what is on screen of the own organisation's news, all of its pages. */
export function newsSheet(
  db: Db,
  org: Id,
  filters: Omit<Filter, "before" | "after" | "limit">,
): ExportedSheet {
  return exportedSheet({
    name: "新闻",
    columns,
    read: async (before: string | undefined, limit) => {
      const { items, older } = await ownNews(db, org, { ...filters, before, limit })
      return { items, next: older }
    },
  })
}
