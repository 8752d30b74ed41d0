import { departmentCalls } from "@uc/contract/departments/calls"
import type { Id } from "@uc/contract/core/wire"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { send } from "../../../platform/http/send.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { TextField } from "../../../ui/forms/form-fields.tsx"

interface DepartmentNameDialogProps {
  /** e.g. 在“教务处”下添加部门 */
  readonly title: string
  readonly name: string
  /** Which department it is, or below which a new one stands. */
  readonly place: { readonly orgid: Id; readonly id?: Id; readonly parentId?: Id }
  /** It is shown again before the dialog closes. */
  readonly onSaved: (id: Id) => Promise<void>
  readonly onClose: () => void
}

export const DepartmentNameDialog = closesWhenBroken(function DepartmentNameDialog({
  title,
  name,
  place,
  onSaved,
  onClose,
}: DepartmentNameDialogProps) {
  const form = useForm({
    call: departmentCalls.save,
    attempt: async (call, input) => {
      const saved = await send(call, input)
      await onSaved(saved.id)
      return saved
    },
    initial: { name },
    input: (values) => ({ ...place, name: values.name.trim() }),
    fallback: pickerMessages.failed,
    onDone: onClose,
  })
  const isSame = name !== "" && form.values.name.trim() === name
  return (
    <FormDialog
      title={title}
      confirm="保存"
      form={isSame ? { ...form, onSubmit: onClose } : form}
      widthPx={420}
      onClose={onClose}
    >
      <TextField label="部门名称" {...form.text("name")} />
    </FormDialog>
  )
})
