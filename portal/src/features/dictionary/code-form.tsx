import {
  dictionaryAdminCalls,
  dictionaryAdminMessages,
  dictionaryLimits,
  type CodeEntry,
  type CodeTable,
} from "@uc/contract/dictionary/admin-calls"
import { useId, useState } from "react"
import { newIdempotencyKey } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { Field, TextField, Tick } from "../../ui/forms/form-fields.tsx"
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
  const id = useId()
  const { act, isBusy } = useCodeAction()
  const [key] = useState(newIdempotencyKey)
  const [code, setCode] = useState(entry?.code ?? "")
  const [name, setName] = useState(entry?.name ?? "")
  const [remark, setRemark] = useState(entry?.remark ?? "")
  const [isDisabled, setDisabled] = useState(entry !== undefined && "isDisabled" in entry && entry.isDisabled)
  const [problem, setProblem] = useState<string | null>(null)
  const what = of === null ? "代码表" : "代码"
  // A table that only its codes speak of is named by being added.
  const known = entry?.id ?? null

  async function save() {
    const { error } = dictionaryAdminCalls.save.input.shape.code.safeParse(code.trim())
    if (error) return setProblem(error.issues[0]?.message ?? dictionaryAdminMessages.badCode)
    if (name.trim() === "") return setProblem(dictionaryAdminMessages.nameMissing)
    const wrong = await act(
      dictionaryAdminCalls.save,
      {
        ...(known !== null && entry && { id: known, version: entry.version }),
        table: of?.code ?? null,
        code: code.trim(),
        name,
        remark: remark.trim() === "" ? null : remark,
        isDisabled,
      },
      key,
    )
    if (wrong !== null) return setProblem(wrong)
    showToast("success", entry ? "已保存" : `${what}已添加`)
    onSaved?.(code.trim())
    onClose()
  }

  return (
    <FormDialog
      title={entry ? `编辑“${entry.name}”` : `新增${what}`}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <Field
        label="代码"
        id={`${id}-code`}
        hint={
          entry
            ? "其他数据按代码引用它，因此不能修改"
            : "由文字、数字、点、下划线和连字符组成，保存后不能修改"
        }
      >
        <input
          id={`${id}-code`}
          value={code}
          readOnly={entry !== undefined}
          maxLength={dictionaryLimits.code}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => {
            setCode(target.value)
            setProblem(null)
          }}
        />
      </Field>
      <Field label="名称" id={`${id}-name`}>
        <input
          id={`${id}-name`}
          value={name}
          maxLength={dictionaryLimits.name}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value)
            setProblem(null)
          }}
        />
      </Field>
      <TextField label="备注" value={remark} maxLength={dictionaryLimits.remark} onValue={setRemark} />
      {of !== null && <Tick label="停用（不再供选择）" value={isDisabled} onValue={setDisabled} />}
    </FormDialog>
  )
})
