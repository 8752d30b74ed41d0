import type { ListedPost } from "@uc/contract/people/admin-calls"
import { wholeSheet, type ExportedSheet } from "../../http/exported-file.ts"

interface Row {
  readonly category: ListedPost
  /** Null: the category has none yet. */
  readonly post: ListedPost | null
}

/** HOME-6: in the order of the screen, each post beside its category. */
export function postSheet(posts: readonly ListedPost[]): ExportedSheet {
  const rows = posts
    .filter(({ parentId }) => parentId === null)
    .flatMap((category): Row[] => {
      const below = posts.filter(({ parentId }) => parentId === category.id)
      return below.length === 0 ? [{ category, post: null }] : below.map((post) => ({ category, post }))
    })
  return wholeSheet(
    "职务",
    [
      { title: "分类", width: 24, cell: ({ category }) => category.name },
      { title: "职务", width: 28, cell: ({ post }) => post?.name ?? null },
      { title: "人数", width: 10, cell: ({ post }) => post?.people ?? null },
    ],
    { items: rows },
  )
}
