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
import { Stack } from "../../ui/primitives/stack.tsx"
import { readFromBell } from "./bell-store.ts"
import { NoticeTags } from "./notice-tags.tsx"
import { useReceipt } from "./receipt-foot.tsx"
import css from "./notices.module.css"

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
        <Stack gap={10} size={15} keepsLines className={css.text}>
          {data.body.split("\n").map((line, at) => (
            // Lines have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={at}>{line}</p>
          ))}
        </Stack>
      ) : error ? (
        <ErrorState title="通知加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : (
        <BarsSkeleton heightsPx={[24, 160]} />
      )}
    </Drawer>
  )
})
