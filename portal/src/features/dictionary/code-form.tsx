import { dictionaryAdminCalls, type CodeEntry, type CodeTable } from "@uc/contract/dictionary/admin-calls"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { useCodeAction } from "./use-code-action.ts"

interface CodeFormProps {
  /** Null: it is a table itself. */
  readonly of: CodeTable | null
  /** Without: a new one. */
  readonly entry?: CodeEntry | CodeTable
  readonly onSaved?: (code: string) => void
  readonly onClose: () => void
}

export const CodeForm = closesWhenBroken(function CodeForm({ of, entry, onSaved, onClose }: CodeFormProps) {
  const { attempt, refresh } = useCodeAction()
  const what = of === null ? "代码表" : "代码"
  // A table that has only codes gets its name by being added.
  const known = entry?.id ?? null
  const form = useForm({
    call: dictionaryAdminCalls.save,
    attempt,
    initial: {
      code: entry?.code ?? "",
      name: entry?.name ?? "",
      remark: entry?.remark ?? "",
      isDisabled: entry !== undefined && "isDisabled" in entry && entry.isDisabled,
    },
    input: ({ code, name, remark, isDisabled }) => ({
      ...(known !== null && entry && { id: known, version: entry.version }),
      table: of?.code ?? null,
      code: code.trim(),
      name,
      remark: remark.trim() === "" ? null : remark,
      isDisabled,
    }),
    onDone(_saved, { code }) {
      showToast("success", entry ? "已保存" : `${what}已添加`)
      onSaved?.(code.trim())
      onClose()
    },
    onFailed: refresh,
  })
  return (
    <FormDialog
      title={entry ? `编辑“${entry.name}”` : `新增${what}`}
      confirm="保存"
      form={form}
      onClose={onClose}
    >
      <TextField
        label="代码"
        hint={
          entry
            ? "其他数据按代码引用它，因此不能修改"
            : "由文字、数字、点、下划线和连字符组成，保存后不能修改"
        }
        isReadOnly={entry !== undefined}
        {...form.text("code")}
      />
      <TextField label="名称" {...form.text("name")} />
      <TextField label="备注" {...form.text("remark")} />
      {of !== null && <Tick label="停用（不再供选择）" {...form.bind("isDisabled")} />}
    </FormDialog>
  )
})
