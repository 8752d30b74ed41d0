import type { Notice } from "@uc/contract/notices/calls"
import { Tag } from "../../ui/marks/tag.tsx"

export function NoticeTags({ isPinned, category }: Pick<Notice, "isPinned" | "category">) {
  return (
    <>
      {isPinned && (
        <Tag tone="brand" icon="pin">
          置顶
        </Tag>
      )}
      <Tag>{category}</Tag>
    </>
  )
}
