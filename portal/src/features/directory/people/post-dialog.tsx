import { peopleAdminCalls, type ListedPost } from "@uc/contract/people/admin-calls"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { TextField } from "../../../ui/forms/form-fields.tsx"
import { useDirectoryAction } from "../use-directory-action.ts"

interface PostDialogProps {
  readonly orgid: string
  /** Null: a new one. */
  readonly post: ListedPost | null
  /** Of a new one, the category that it stands in; null: it is a category itself. */
  readonly category: ListedPost | null
  readonly onClose: () => void
}

export const PostDialog = closesWhenBroken(function PostDialog({
  orgid,
  post,
  category,
  onClose,
}: PostDialogProps) {
  const { attempt } = useDirectoryAction()
  const form = useForm({
    call: peopleAdminCalls.savePost,
    attempt,
    initial: { name: post?.name ?? "" },
    input: ({ name }) => ({
      orgid,
      name,
      ...(post && { postid: post.id, version: post.version }),
      ...(!post && category && { parentId: category.id }),
    }),
    onDone() {
      showToast("success", "保存成功")
      onClose()
    },
  })
  return (
    <FormDialog
      title={post ? `“${post.name}”改名` : category ? `在“${category.name}”下新增职务` : "新增分类"}
      confirm="保存"
      form={form}
      onClose={onClose}
    >
      <TextField label="名称" {...form.text("name")} />
    </FormDialog>
  )
})
