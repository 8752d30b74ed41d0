import { departmentCalls, departmentLimits, departmentMessages } from "@uc/contract/departments/calls"
import { useState } from "react"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { TextField } from "../../../ui/forms/form-fields.tsx"
import { useDirectoryAction } from "../use-directory-action.ts"
import { useDirectoryFilters } from "../use-directory-filters.ts"

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
  const [name, setName] = useState(department?.name ?? "")
  // As it was when the name was shown: what comes later was not seen.
  const [version] = useState(department?.version)
  const { act, isBusy, problem, setProblem } = useDirectoryAction()
  const { go } = useDirectoryFilters()

  async function save() {
    if (name.trim() === "") return setProblem(departmentMessages.nameMissing)
    const saved = await act(departmentCalls.save, {
      orgid,
      name,
      ...(department && { id: department.id, version }),
      ...(!department && parent && { parentId: parent.id }),
    })
    if (!saved) return
    showToast("success", departmentMessages.saved)
    if (!department) go({ node: { kind: "department", id: saved.id } })
    onClose()
  }

  return (
    <FormDialog
      title={department ? "部门改名" : parent ? `在“${parent.name}”下新增部门` : "新增部门"}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <TextField label="部门名称" value={name} maxLength={departmentLimits.name} onValue={setName} />
    </FormDialog>
  )
})
