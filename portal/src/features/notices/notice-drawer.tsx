import { noticeCalls } from "@uc/contract/notices/calls"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { invalidateAndRefetch, useCall } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { readFromBell } from "./bell-store.ts"
import css from "./notices.module.css"

/** One notice. Read is what was shown: it is marked once the words are there. */
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

  useEffect(() => {
    if (!isUnread) return
    readFromBell({ noticeids: id }).then(
      () => invalidateAndRefetch(client, noticeCalls.list),
      // It stays unread, and is marked the next time that it is opened.
      () => undefined,
    )
  }, [id, isUnread, client])

  return (
    <Modal label={data?.title ?? "通知"} place="side" sizePx={{ width: 640 }} onClose={onClose}>
      <header className={css.drawerHead}>
        <h2>{data?.title ?? "通知"}</h2>
        <Button look="quiet" aria-label="关闭" title="关闭（Esc）" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </header>
      <div className={css.drawerBody}>
        {data ? (
          <>
            <p className={css.facts}>
              {data.isPinned && (
                <Tag tone="brand" icon="pin">
                  置顶
                </Tag>
              )}
              <Tag>{data.category}</Tag>
              <span>{data.orgname}</span>
              {data.author && <span>{data.author}</span>}
              <time>{data.createtime.slice(0, 16)}</time>
            </p>
            <div className={css.text}>
              {data.body.split("\n").map((line, at) => (
                // Lines have no identity but their place.
                // oxlint-disable-next-line react/no-array-index-key
                <p key={at}>{line}</p>
              ))}
            </div>
          </>
        ) : error ? (
          <ErrorState title="通知没有加载成功" words={messageOf(error)} onRetry={refetch} />
        ) : (
          <BarsSkeleton heightsPx={[24, 160]} />
        )}
      </div>
    </Modal>
  )
})
