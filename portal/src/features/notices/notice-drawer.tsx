import { noticeCalls } from "@uc/contract/notices/calls"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { invalidateAndRefetch, useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { readFromBell } from "./bell-store.ts"
import { NoticeContent } from "./notice-content.tsx"
import { NoticeTags } from "./notice-tags.tsx"
import { useReceipt } from "./receipt-foot.tsx"

/** One notice. It is marked as read once its text is shown. */
export const NoticeDrawer = closesWhenBroken(function NoticeDrawer({
  id,
  onClose,
}: {
  readonly id: string
  readonly onClose: () => void
}) {
  const client = useQueryClient()
  const { data, error, refetch } = useCall(noticeCalls.detail, { noticeid: id })
  const isUnread = data?.isRead === false
  const receipt = useReceipt(data)

  useEffect(() => {
    if (!isUnread) return
    readFromBell({ noticeids: id }).then(
      () => invalidateAndRefetch(client, noticeCalls.list),
      // It stays unread and is marked the next time.
      () => undefined,
    )
  }, [id, isUnread, client])

  return (
    <Drawer
      title={data?.title ?? "通知"}
      tags={
        data && (
          <Row as="span" gap={4} columnGap={10} wrap tone="faint" size={13}>
            <NoticeTags {...data} />
            <span>{data.orgname}</span>
            {data.author && <span>{data.author}</span>}
            <time>{data.createtime.slice(0, 16)}</time>
          </Row>
        )
      }
      foot={receipt.foot}
      problem={receipt.problem}
      onClose={onClose}
    >
      {data ? (
        <NoticeContent {...data} />
      ) : error ? (
        <ErrorState title="通知加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : (
        <BarsSkeleton heightsPx={[24, 160]} />
      )}
    </Drawer>
  )
})
