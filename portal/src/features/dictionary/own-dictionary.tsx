import {
  dictionaryAdminCalls,
  dictionaryAdminMessages,
  dictionaryLimits,
  type CodeTable,
} from "@uc/contract/dictionary/admin-calls"
import { useState } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { Button } from "../../ui/forms/button.tsx"
import { LongTextField, TextField } from "../../ui/forms/form-fields.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { useCodeAction } from "./use-code-action.ts"
import css from "./dictionary.module.css"

/** SHELL-4: a dictionary that stands alone; its remark, cut at the commas, is a list. */
export function OwnDictionary({ table }: { readonly table: CodeTable }) {
  const { act, isBusy } = useCodeAction()
  const [name, setName] = useState(table.name)
  const [remark, setRemark] = useState(table.remark ?? "")
  const [problem, setProblem] = useState<string | null>(null)
  const parts = remark
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
  const isChanged = name !== table.name || parts.join() !== (table.remark ?? "")

  async function save() {
    if (name.trim() === "") return setProblem(dictionaryAdminMessages.nameMissing)
    const wrong = await act(dictionaryAdminCalls.save, {
      ...(table.id !== null && { id: table.id }),
      table: null,
      code: table.code,
      name,
      remark: parts.length === 0 ? null : parts.join(),
      isDisabled: false,
      version: table.version,
    })
    setProblem(wrong)
    if (wrong === null) showToast("success", "已保存")
  }

  return (
    <form
      className={css.own}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={css.head}>
        <h2>
          {table.name}
          <small>{table.code}</small>
          <Tag icon="lock">系统使用</Tag>
        </h2>
      </div>
      <TextField label="名称" value={name} maxLength={dictionaryLimits.name} onValue={setName} />
      <LongTextField
        label="列表"
        hint="用逗号分开，按这里的顺序显示"
        rows={3}
        value={remark}
        maxLength={dictionaryLimits.remark}
        onValue={setRemark}
      />
      <ul className={css.parts} aria-label="列表预览">
        {[...new Set(parts)].map((part) => (
          <li key={part}>
            <Tag tone="brand">{part}</Tag>
          </li>
        ))}
      </ul>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" look="primary" disabled={!isChanged} aria-busy={isBusy}>
        {isBusy && <Spinner sizePx={16} />}
        保存
      </Button>
    </form>
  )
}
