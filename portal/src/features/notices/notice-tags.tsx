import type { Notice } from "@uc/contract/notices/calls"
import { Tag } from "../../ui/marks/tag.tsx"

type Tagged = Pick<Notice, "isPinned" | "category"> & Partial<Pick<Notice, "wantsReceipt" | "isConfirmed">>

export function NoticeTags({ isPinned, category, wantsReceipt, isConfirmed }: Tagged) {
  return (
    <>
      {isPinned && (
        <Tag tone="brand" icon="pin">
          置顶
        </Tag>
      )}
      {wantsReceipt && isConfirmed !== undefined && <ReceiptTag isConfirmed={isConfirmed} />}
      <Tag>{category}</Tag>
    </>
  )
}

/** DAY-11: of a reader. */
export function ReceiptTag({ isConfirmed }: Pick<Notice, "isConfirmed">) {
  return isConfirmed ? (
    <Tag tone="done">已确认</Tag>
  ) : (
    <Tag tone="caution" icon="clock">
      待确认
    </Tag>
  )
}
