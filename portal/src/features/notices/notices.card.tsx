import type { OutputOf } from "@uc/contract/core/call"
import { noticeCalls, type Notice } from "@uc/contract/notices/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { audiences, homeCard, type CardContent } from "../home/public.ts"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { RowList } from "../../ui/layout/row-list.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { ReceiptTag } from "./notice-tags.tsx"

/** Pinned ones first, with whether they were read, or have yet to be confirmed. */
function Mark({ isPinned, isRead, wantsReceipt, isConfirmed }: Omit<Notice, "id" | "title">) {
  if (isRead && wantsReceipt && !isConfirmed) return <ReceiptTag isConfirmed={false} />
  return (
    <Tag tone={isRead ? "plain" : "brand"} {...(isPinned && { icon: "pin" })}>
      {isPinned && <span className="only-read-aloud">置顶，</span>}
      {isRead ? "已读" : "未读"}
    </Tag>
  )
}

function Content({ data: { items } }: CardContent<OutputOf<typeof noticeCalls.list>>) {
  if (items.length === 0) return <SmallEmptyState icon="bell" words="暂无通知公告" />
  return (
    <RowList
      isShortened
      label="通知公告"
      rows={items.map(({ id, title, ...notice }) => ({
        key: id,
        to: `/main/notices?notice=${id}`,
        title,
        mark: <Mark {...notice} />,
        aside: formatMoment(notice.createtime, nowMs()),
      }))}
    />
  )
}

export const card = homeCard({
  key: "notices",
  title: "通知公告",
  icon: "bell",
  audience: audiences,
  refreshedBy: ["bell"],
  order: 30,
  size: { w: 4, h: 4 },
  least: { w: 3, h: 3 },
  more: { words: "全部通知", to: "/main/notices" },
  shape: noticeCalls.list.output,
  load: ({ ask }) => ask(noticeCalls.list, { limit: 8 }),
  Content,
})
