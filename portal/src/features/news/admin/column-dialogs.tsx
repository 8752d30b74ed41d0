import { newsLimits } from "@uc/contract/news/calls"
import {
  newsAdminCalls,
  newsAdminLimits,
  newsAdminMessages,
  type WrittenColumn,
} from "@uc/contract/news/admin-calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useState } from "react"
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
  const { act, isBusy, problem, setProblem } = useNewsAction()
  const [name, setName] = useState(column?.name ?? "")
  const [category, setCategory] = useState(column?.category ?? "")
  const [spread, setSpread] = useState({
    isShared: (column ?? parent)?.isShared ?? false,
    isPublic: (column ?? parent)?.isPublic ?? false,
  })

  async function save() {
    if (name.trim() === "") return setProblem(newsAdminMessages.columnNameMissing)
    const saved = await act(newsAdminCalls.saveColumn, {
      ...(column && { id: column.id, version: column.version }),
      ...(parent && { parentId: parent.id }),
      name: name.trim(),
      category: category.trim(),
      ...spread,
    })
    if (!saved) return
    showToast("success", newsAdminMessages.saved)
    onClose()
  }

  return (
    <FormDialog
      title={column ? "修改栏目" : parent ? `在“${parent.name}”下新增栏目` : "新增栏目"}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <TextField label="名称" value={name} maxLength={newsAdminLimits.columnName} onValue={setName} />
      <TextField
        label="栏目代码（选填）"
        value={category}
        maxLength={newsLimits.category}
        hint="小写字母、数字和连字符；不填则自动生成。与上级栏目代码相同时合并显示。"
        onValue={setCategory}
      />
      <SpreadTicks user={user} what="个栏目" value={spread} onChange={setSpread} />
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
  const { act, isBusy, problem } = useNewsAction()
  const [parentId, setParentId] = useState(column.parentId ?? "")
  const family = familyOf(columns, column.id)

  async function move() {
    const moved = await act(newsAdminCalls.moveColumn, {
      id: column.id,
      version: column.version,
      place: siblingsOf(columns, parentId || null).length,
      ...(parentId && { parentId }),
    })
    if (!moved) return
    showToast("success", newsAdminMessages.saved)
    onClose()
  }

  return (
    <FormDialog
      title={`移动“${column.name}”`}
      confirm="移动"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void move() }}
      onClose={onClose}
    >
      <ChoiceField
        label="移到"
        hint={`栏目最多${newsAdminLimits.depth}级`}
        value={parentId}
        choices={[["", "最上级"], ...columnChoices(columns).filter(([each]) => !family.has(each))]}
        onValue={setParentId}
      />
    </FormDialog>
  )
})
