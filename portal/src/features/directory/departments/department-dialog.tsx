import { departmentCalls, departmentMessages } from "@uc/contract/departments/calls"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { useUrlFilters } from "../../../page-kit/list/use-url-filters.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { TextField } from "../../../ui/forms/form-fields.tsx"
import { changeTo, directoryFilters } from "../directory-filters.ts"
import { useDirectoryAction } from "../use-directory-action.ts"

interface DepartmentDialogProps {
  readonly orgid: string
  /** Null: at the top. */
  readonly parent: { readonly id: string; readonly name: string } | null
  /** Null: a new one. */
  readonly department: { readonly id: string; readonly name: string; readonly version: number } | null
  readonly onClose: () => void
}

export const DepartmentDialog = closesWhenBroken(function DepartmentDialog({
  orgid,
  parent,
  department,
  onClose,
}: DepartmentDialogProps) {
  const { attempt } = useDirectoryAction()
  const { go } = useUrlFilters(directoryFilters)
  const form = useForm({
    call: departmentCalls.save,
    attempt,
    // The version that was shown: later changes were not seen.
    initial: { name: department?.name ?? "", version: department?.version },
    input: ({ name, version }) => ({
      orgid,
      name,
      ...(department && { id: department.id, version }),
      ...(!department && parent && { parentId: parent.id }),
    }),
    onDone({ id }) {
      showToast("success", departmentMessages.saved)
      if (!department) go(changeTo({ kind: "department", id }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={department ? "部门改名" : parent ? `在“${parent.name}”下新增部门` : "新增部门"}
      confirm="保存"
      form={form}
      onClose={onClose}
    >
      <TextField label="部门名称" {...form.text("name")} />
    </FormDialog>
  )
})
