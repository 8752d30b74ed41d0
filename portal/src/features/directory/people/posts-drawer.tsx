import { peopleAdminCalls, type ListedPost } from "@uc/contract/people/admin-calls"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { inThousands } from "../../../ui/format/in-thousands.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { Drawer } from "../../../ui/overlays/drawer.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { OrderButtons } from "../departments/order-buttons.tsx"
import { PostDialog } from "./post-dialog.tsx"
import { useDirectoryAction } from "../use-directory-action.ts"

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
    <>
      <Drawer
        title="职务管理"
        tags={<Text tone="soft">{orgname}</Text>}
        onClose={onClose}
        foot={
          data &&
          data.length > 0 && (
            <Row gap={8} wrap>
              {add}
              <ExportButton isBusy={file.isBusy} onExport={() => void file.run({ orgid })} />
            </Row>
          )
        }
      >
        {error && !data ? (
          <ErrorState title="职务加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[40, 40, 40, 40]} />
        ) : data.length === 0 ? (
          <EmptyState
            art="empty"
            title="暂无职务"
            words="先新增一个分类，再在分类下新增职务。"
            actions={add}
          />
        ) : (
          <Stack as="ul" gap={12} aria-label="职务分类">
            {below(data, null).map((category, at, all) => (
              <Stack as="li" key={category.id} surface="outline">
                <PostRow orgid={orgid} post={category} at={at} all={all} onAsk={setAsked} />
                <ul aria-label={`${category.name}的职务`}>
                  {below(data, category.id).map((post, place, beside) => (
                    <Stack as="li" key={post.id} line="top">
                      <PostRow orgid={orgid} post={post} at={place} all={beside} onAsk={setAsked} />
                    </Stack>
                  ))}
                </ul>
              </Stack>
            ))}
          </Stack>
        )}
      </Drawer>
      {asked?.what === "add" && (
        <PostDialog orgid={orgid} post={null} category={asked.category} onClose={close} />
      )}
      {asked?.what === "rename" && (
        <PostDialog orgid={orgid} post={asked.post} category={null} onClose={close} />
      )}
      {asked?.what === "remove" && <RemoveDialog orgid={orgid} post={asked.post} onClose={close} />}
    </>
  )
})

function below(posts: readonly ListedPost[], parent: string | null): ListedPost[] {
  return posts.filter(({ parentId }) => parentId === parent)
}

interface PostRowProps {
  readonly orgid: string
  readonly post: ListedPost
  readonly at: number
  /** Its siblings, itself included. */
  readonly all: readonly ListedPost[]
  readonly onAsk: (asked: Asked) => void
}

function PostRow({ orgid, post, at, all, onAsk }: PostRowProps) {
  const { id, name, version, people, parentId } = post
  return (
    <Row gap={8} padX={parentId === null ? 12 : 24} padY={4}>
      <Text grow breaks weight={parentId === null ? 600 : 400}>
        {name}{" "}
        {people > 0 && (
          <Text as="small" tone="faint" weight={400}>
            {inThousands(people)} 人
          </Text>
        )}
      </Text>
      <Row rigid>
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
      </Row>
    </Row>
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
