import type { Id } from "@uc/contract/core/wire"
import type { TreeCalls, TreeEntry } from "@uc/contract/trees/tree-calls"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ChoiceField } from "../../ui/forms/form-fields.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { pathOf, possibleParents, type ShownTree } from "./tree-places.ts"
import { useTreeAction } from "./use-tree-action.ts"

interface MoveFormProps {
  readonly calls: TreeCalls
  readonly tree: ShownTree
  readonly version: string
  readonly orgid: Id | undefined
  readonly entry: TreeEntry
  readonly onMoved: (entry: TreeEntry, parentId: Id | null) => void
  readonly onClose: () => void
}

/** Below another parent, as the last there. */
export const MoveForm = closesWhenBroken(function MoveForm(given: MoveFormProps) {
  const { calls, tree, version, orgid, entry, onMoved, onClose } = given
  const { attempt, refresh } = useTreeAction(calls)
  const parents = possibleParents(tree, entry)
  const form = useForm({
    call: calls.move,
    attempt,
    initial: { parentId: entry.parentId },
    input: ({ parentId }) => ({
      ...(orgid !== undefined && { orgid }),
      id: entry.id,
      parentId,
      before: null,
      version,
    }),
    check: ({ parentId }) => (parentId === entry.parentId ? { parentId: "请选择另一个上级" } : null),
    onDone(_done, { parentId }) {
      showToast("success", "已移动")
      onMoved(entry, parentId)
      onClose()
    },
    onFailed: refresh,
  })
  return (
    <FormDialog title={`移动“${entry.name}”`} confirm="移动" form={form} onClose={onClose}>
      <ChoiceField
        label="新的上级"
        hint="它的下级会一起移动，排在新上级的最后。"
        choices={parents.map((parent) => [
          parent?.id ?? null,
          parent ? pathOf(tree, parent.id) : "最上级（没有上级）",
        ])}
        {...form.bind("parentId")}
      />
    </FormDialog>
  )
})
