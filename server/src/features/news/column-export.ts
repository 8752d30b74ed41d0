import type { WrittenColumn, WrittenLink } from "@uc/contract/news/admin-calls"
import { wholeSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"

const yesOrNo = (is: boolean) => (is ? "是" : "否")

const linkColumns: readonly ExportedColumn<WrittenLink>[] = [
  { title: "名称", width: 28, cell: ({ name }) => name },
  { title: "网址", width: 60, cell: ({ address }) => address },
  { title: "共享给下级", width: 12, cell: ({ isShared }) => yesOrNo(isShared) },
  { title: "对外公开", width: 12, cell: ({ isPublic }) => yesOrNo(isPublic) },
]

export function linkSheet(links: readonly WrittenLink[]): ExportedSheet {
  return wholeSheet("友情链接", linkColumns, { items: links })
}

/** In the order of the screen: parents before their children. */
export function columnSheet(columns: readonly WrittenColumn[]): ExportedSheet {
  const names = new Map(columns.map(({ id, name }) => [id, name]))
  return wholeSheet(
    "栏目",
    [
      { title: "栏目", width: 24, cell: ({ name }) => name },
      {
        title: "上级栏目",
        width: 24,
        cell: ({ parentId }) => (parentId === null ? null : (names.get(parentId) ?? null)),
      },
      { title: "栏目代码", width: 24, cell: ({ category }) => category },
      { title: "新闻数", width: 10, cell: ({ news }) => news },
      { title: "共享给下级", width: 12, cell: ({ isShared }) => yesOrNo(isShared) },
      { title: "对外公开", width: 12, cell: ({ isPublic }) => yesOrNo(isPublic) },
    ],
    { items: columns },
  )
}
