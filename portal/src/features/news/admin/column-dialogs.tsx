import {
  newsAdminCalls,
  newsAdminLimits,
  newsAdminMessages,
  type WrittenColumn,
} from "@uc/contract/news/admin-calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField, TextField } from "../../../ui/forms/form-fields.tsx"
import { columnChoices, familyOf, siblingsOf } from "./column-levels.ts"
import { SpreadTicks } from "./spread-ticks.tsx"
import { useNewsAction } from "./use-news-action.ts"

interface ColumnDialogProps {
  readonly user: CurrentUser
  /** Null: a new one. */
  readonly column: WrittenColumn | null
  /** What a new one stands below. */
  readonly parent: WrittenColumn | null
  readonly onClose: () => void
}

export const ColumnDialog = closesWhenBroken(function ColumnDialog({
  user,
  column,
  parent,
  onClose,
}: ColumnDialogProps) {
  const { attempt } = useNewsAction()
  const like = column ?? parent
  const form = useForm({
    call: newsAdminCalls.saveColumn,
    attempt,
    initial: {
      name: column?.name ?? "",
      category: column?.category ?? "",
      isShared: like?.isShared ?? false,
      isPublic: like?.isPublic ?? false,
    },
    input: (values) => ({
      ...values,
      category: values.category.trim(),
      ...(column && { id: column.id, version: column.version }),
      ...(parent && { parentId: parent.id }),
    }),
    check: ({ category }) =>
      column && category.trim() === "" ? { category: newsAdminMessages.categoryStays } : null,
    onDone() {
      showToast("success", newsAdminMessages.saved)
      onClose()
    },
  })
  return (
    <FormDialog
      title={column ? "修改栏目" : parent ? `在“${parent.name}”下新增栏目` : "新增栏目"}
      confirm="保存"
      form={form}
      onClose={onClose}
    >
      <TextField label="名称" {...form.text("name")} />
      <TextField
        label={column ? "栏目代码" : "栏目代码（选填）"}
        hint={`小写字母、数字和连字符${column ? "" : "；不填则自动生成"}。与上级栏目代码相同时合并显示。`}
        {...form.text("category")}
      />
      <SpreadTicks user={user} what="个栏目" value={form.values} onChange={form.set} />
    </FormDialog>
  )
})

interface MoveDialogProps {
  readonly column: WrittenColumn
  readonly columns: readonly WrittenColumn[]
  readonly onClose: () => void
}

export const MoveDialog = closesWhenBroken(function MoveDialog({
  column,
  columns,
  onClose,
}: MoveDialogProps) {
  const { attempt } = useNewsAction()
  const family = familyOf(columns, column.id)
  const form = useForm({
    call: newsAdminCalls.moveColumn,
    attempt,
    initial: { parentId: column.parentId ?? "" },
    input: ({ parentId }) => ({
      id: column.id,
      version: column.version,
      place: siblingsOf(columns, parentId || null).length,
      ...(parentId && { parentId }),
    }),
    onDone() {
      showToast("success", newsAdminMessages.saved)
      onClose()
    },
  })
  return (
    <FormDialog title={`移动“${column.name}”`} confirm="移动" form={form} onClose={onClose}>
      <ChoiceField
        label="移到"
        hint={`栏目最多${newsAdminLimits.depth}级`}
        choices={[["", "最上级"], ...columnChoices(columns).filter(([each]) => !family.has(each))]}
        {...form.bind("parentId")}
      />
    </FormDialog>
  )
})
