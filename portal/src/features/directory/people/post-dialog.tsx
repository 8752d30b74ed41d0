import {
  peopleAdminCalls,
  peopleAdminLimits,
  peopleAdminMessages,
  type ListedPost,
} from "@uc/contract/people/admin-calls"
import { useState } from "react"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog, TextField } from "../../../ui/forms/form-dialog.tsx"
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
  const [name, setName] = useState(post?.name ?? "")
  const { act, isBusy, problem, setProblem } = useDirectoryAction()

  async function save() {
    if (name.trim() === "") return setProblem(peopleAdminMessages.postMissing)
    const saved = await act(peopleAdminCalls.savePost, {
      orgid,
      name,
      ...(post && { postid: post.id, version: post.version }),
      ...(!post && category && { parentId: category.id }),
    })
    if (!saved) return
    showToast("success", "保存成功")
    onClose()
  }

  return (
    <FormDialog
      title={post ? `“${post.name}”改名` : category ? `在“${category.name}”下新增职务` : "新增分类"}
      confirm="保存"
      isBusy={isBusy}
      problem={problem}
      heightPx={260}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField label="名称" value={name} maxLength={peopleAdminLimits.post} onValue={setName} />
    </FormDialog>
  )
})
