import { peopleAdminCalls, type ListedPost } from "@uc/contract/people/admin-calls"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { DialogHead } from "../../../ui/overlays/dialog-head.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { OrderButtons } from "../departments/order-buttons.tsx"
import { PostDialog } from "./post-dialog.tsx"
import { useDirectoryAction } from "../use-directory-action.ts"
import css from "./posts.module.css"

type Asked =
  | { readonly what: "add"; readonly category: ListedPost | null }
  | { readonly what: "rename" | "remove"; readonly post: ListedPost }

interface PostsDrawerProps {
  readonly orgid: string
  readonly orgname: string
  readonly onClose: () => void
}

/** HOME-6: which posts there are, and in which order they are offered. */
export const PostsDrawer = closesWhenBroken(function PostsDrawer({
  orgid,
  orgname,
  onClose,
}: PostsDrawerProps) {
  const { data, error, refetch } = useCall(peopleAdminCalls.postTree, { orgid })
  const file = useExport(peopleAdminCalls.exportPosts)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const add = (
    <Button onClick={() => setAsked({ what: "add", category: null })}>
      <Icon name="plus" sizePx={16} />
      新增分类
    </Button>
  )
  return (
    <Modal label="职务管理" place="side" sizePx={{ width: 560 }} onClose={onClose}>
      <DialogHead title="职务管理" words={orgname} onClose={onClose} />
      <div className={css.body}>
        {error && !data ? (
          <ErrorState title="职务没有加载成功" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[40, 40, 40, 40]} />
        ) : data.length === 0 ? (
          <EmptyState
            art="empty"
            title="还没有职务"
            words="先新增一个分类，再在分类下新增职务。"
            actions={add}
          />
        ) : (
          <>
            <ul className={css.categories} aria-label="职务分类">
              {below(data, null).map((category, at, all) => (
                <li key={category.id}>
                  <Row orgid={orgid} post={category} at={at} all={all} onAsk={setAsked} />
                  <ul className={css.posts} aria-label={`${category.name}的职务`}>
                    {below(data, category.id).map((post, place, beside) => (
                      <li key={post.id}>
                        <Row orgid={orgid} post={post} at={place} all={beside} onAsk={setAsked} />
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
            <div className={css.foot}>
              {add}
              <ExportButton isBusy={file.isBusy} onExport={() => void file.run({ orgid })} />
            </div>
          </>
        )}
      </div>
      {asked?.what === "add" && (
        <PostDialog orgid={orgid} post={null} category={asked.category} onClose={close} />
      )}
      {asked?.what === "rename" && (
        <PostDialog orgid={orgid} post={asked.post} category={null} onClose={close} />
      )}
      {asked?.what === "remove" && <RemoveDialog orgid={orgid} post={asked.post} onClose={close} />}
    </Modal>
  )
})

function below(posts: readonly ListedPost[], parent: string | null): ListedPost[] {
  return posts.filter(({ parentId }) => parentId === parent)
}

interface RowProps {
  readonly orgid: string
  readonly post: ListedPost
  readonly at: number
  /** Those beside it, itself included. */
  readonly all: readonly ListedPost[]
  readonly onAsk: (asked: Asked) => void
}

function Row({ orgid, post, at, all, onAsk }: RowProps) {
  const { id, name, version, people, parentId } = post
  return (
    <div className={css.row} data-category={parentId === null || undefined}>
      <span className={css.name}>
        {name}
        {people > 0 && <small>{people} 人</small>}
      </span>
      <span className={css.acts}>
        {parentId === null && (
          <Button
            look="quiet"
            title="新增职务"
            aria-label={`在${name}下新增职务`}
            onClick={() => onAsk({ what: "add", category: post })}
          >
            <Icon name="plus" sizePx={16} />
          </Button>
        )}
        <OrderButtons
          name={name}
          isFirst={at === 0}
          isLast={at === all.length - 1}
          call={peopleAdminCalls.shiftPost}
          input={(by) => ({ orgid, postid: id, version, by })}
        />
        <Button
          look="quiet"
          title="改名"
          aria-label={`${name}改名`}
          onClick={() => onAsk({ what: "rename", post })}
        >
          <Icon name="edit" sizePx={16} />
        </Button>
        <Button
          look="quiet"
          title="删除"
          aria-label={`删除${name}`}
          onClick={() => onAsk({ what: "remove", post })}
        >
          <Icon name="trash" sizePx={16} />
        </Button>
      </span>
    </div>
  )
}

interface RemoveDialogProps {
  readonly orgid: string
  readonly post: ListedPost
  readonly onClose: () => void
}

function RemoveDialog({ orgid, post: { id, name, version, parentId }, onClose }: RemoveDialogProps) {
  const { confirmed } = useDirectoryAction()
  return (
    <ConfirmDialog
      title={`删除“${name}”？`}
      words={
        parentId === null
          ? "只有空的分类才能删除。"
          : "只有没有人担任的职务才能删除；删除后，新增人员时不再能选到它。"
      }
      confirm="删除"
      look="danger"
      onConfirm={async () => {
        const wrong = await confirmed(peopleAdminCalls.removePost, { orgid, postid: id, version })
        if (wrong === null) showToast("success", "已删除")
        return wrong
      }}
      onClose={onClose}
    />
  )
}
