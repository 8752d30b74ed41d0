import { alarmTableCalls, type AlarmType } from "@uc/contract/alarm-tables/calls"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { TextField } from "../../ui/forms/form-fields.tsx"
import { useTableAction } from "./use-table-action.ts"

interface TypeFormProps {
  /** What is changed; null: a new one. */
  readonly type: AlarmType | null
  /** The code of a new one, as alarms came in with it. */
  readonly code?: string
  readonly onClose: () => void
}

export const TypeForm = closesWhenBroken(function TypeForm({ type, code = "", onClose }: TypeFormProps) {
  const { attempt, refresh } = useTableAction()
  const form = useForm({
    call: alarmTableCalls.saveType,
    attempt,
    initial: { code: type?.code ?? code, name: type?.name ?? "" },
    input: (values) => ({
      ...values,
      isDisabled: type?.isDisabled ?? false,
      ...(type && { version: type.version }),
    }),
    onDone(_saved, { name }) {
      showToast("success", type ? "已保存" : `已新增预警类型“${name.trim()}”`)
      onClose()
    },
    onFailed: refresh,
  })
  return (
    <FormDialog
      title={type ? `编辑“${type.name}”` : "新增预警类型"}
      confirm="保存"
      form={form}
      onClose={onClose}
    >
      <TextField
        label="类型代码"
        hint={
          type
            ? "预警按代码归类，因此不能修改"
            : "与上报系统发送的类型代码（model_code）完全一致，保存后不能修改"
        }
        isReadOnly={type !== null}
        {...form.text("code")}
      />
      <TextField label="名称" placeholder="例如：烟雾报警" {...form.text("name")} />
    </FormDialog>
  )
})
