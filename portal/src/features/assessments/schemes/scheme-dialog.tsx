import { assessmentLimits, assessmentMessages } from "@uc/contract/assessments/messages"
import { weightedSum } from "@uc/contract/assessments/steps"
import { assessmentAdminCalls, type AssessmentScheme } from "@uc/contract/assessments/admin-calls"
import { useId, useState } from "react"
import { showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { Field, LongTextField, TextField } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { useAssessmentAction } from "../use-assessment-action.ts"
import css from "../assessments.module.css"

interface TypedItem {
  readonly key: string
  readonly group: string
  readonly name: string
  readonly weight: string
  readonly fullScore: string
  readonly asked: string
}

let lastKey = 0
function emptyItem(group = ""): TypedItem {
  return { key: `${++lastKey}`, group, name: "", weight: "1", fullScore: "10", asked: "" }
}

interface SchemeDialogProps {
  /** Null: a new one. */
  readonly scheme: AssessmentScheme | null
  readonly isCopy: boolean
  readonly onClose: () => void
}

export const SchemeDialog = closesWhenBroken(function SchemeDialog({
  scheme,
  isCopy,
  onClose,
}: SchemeDialogProps) {
  const id = useId()
  const { act, isBusy, problem, setProblem } = useAssessmentAction()
  const [title, setTitle] = useState(
    scheme === null ? "" : isCopy ? `${scheme.title}（副本）`.slice(-assessmentLimits.title) : scheme.title,
  )
  const [description, setDescription] = useState(scheme?.description ?? "")
  const [items, setItems] = useState<readonly TypedItem[]>(() =>
    scheme === null
      ? [emptyItem()]
      : scheme.items.map(({ group, name, weight, fullScore, asked }) => ({
          key: `${++lastKey}`,
          group,
          name,
          weight: String(weight),
          fullScore: String(fullScore),
          asked,
        })),
  )

  const change = (key: string, to: Partial<TypedItem>) =>
    setItems(items.map((item) => (item.key === key ? { ...item, ...to } : item)))

  async function save() {
    if (title.trim() === "") return setProblem(assessmentMessages.titleMissing)
    if (items.length === 0) return setProblem(assessmentMessages.itemMissing)
    if (items.some(({ name }) => name.trim() === "")) return setProblem(assessmentMessages.itemNameMissing)
    if (items.some(({ fullScore }) => !isAmount(fullScore, assessmentLimits.fullScore)))
      return setProblem(assessmentMessages.fullScoreWrong)
    if (items.some(({ weight }) => !isAmount(weight, assessmentLimits.weight)))
      return setProblem(assessmentMessages.weightWrong)
    const saved = await act(assessmentAdminCalls.saveScheme, {
      ...(scheme && !isCopy && { id: scheme.id, version: scheme.version }),
      title,
      description,
      items: items.map(({ key: _key, weight, fullScore, ...item }) => ({
        ...item,
        weight: Number(weight),
        fullScore: Number(fullScore),
      })),
    })
    if (!saved) return
    showToast("success", assessmentMessages.schemeSaved)
    onClose()
  }

  return (
    <FormDialog
      title={scheme === null ? "新建方案" : isCopy ? "复制方案" : "修改方案"}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <TextField
        label="方案名称"
        value={title}
        maxLength={assessmentLimits.title}
        placeholder="例如：平安校园建设考核"
        onValue={setTitle}
      />
      <LongTextField
        label="说明（选填）"
        rows={2}
        value={description}
        maxLength={assessmentLimits.description}
        onValue={setDescription}
      />
      <ol className={css.edited} aria-label="考核项">
        {items.map((item, at) => (
          <li key={item.key}>
            <div className={css.editedHead}>
              <b>第{at + 1}项</b>
              <button
                type="button"
                aria-label={`移除第${at + 1}项`}
                title="移除"
                disabled={items.length === 1}
                onClick={() => setItems(items.filter(({ key }) => key !== item.key))}
              >
                <Icon name="trash" sizePx={16} />
              </button>
            </div>
            <Field label="名称" id={`${id}-name-${item.key}`}>
              <input
                id={`${id}-name-${item.key}`}
                value={item.name}
                maxLength={assessmentLimits.itemName}
                autoComplete="off"
                onChange={({ target }) => change(item.key, { name: target.value })}
              />
            </Field>
            <div className={css.three}>
              <Field label="类别" id={`${id}-group-${item.key}`}>
                <input
                  id={`${id}-group-${item.key}`}
                  value={item.group}
                  maxLength={assessmentLimits.group}
                  autoComplete="off"
                  onChange={({ target }) => change(item.key, { group: target.value })}
                />
              </Field>
              <Field label="满分" id={`${id}-full-${item.key}`}>
                <input
                  id={`${id}-full-${item.key}`}
                  inputMode="decimal"
                  value={item.fullScore}
                  maxLength={7}
                  autoComplete="off"
                  onChange={({ target }) => change(item.key, { fullScore: target.value })}
                />
              </Field>
              <Field label="权重" id={`${id}-weight-${item.key}`}>
                <input
                  id={`${id}-weight-${item.key}`}
                  inputMode="decimal"
                  value={item.weight}
                  maxLength={6}
                  autoComplete="off"
                  onChange={({ target }) => change(item.key, { weight: target.value })}
                />
              </Field>
            </div>
            <Field label="佐证要求（选填）" id={`${id}-asked-${item.key}`}>
              <input
                id={`${id}-asked-${item.key}`}
                value={item.asked}
                maxLength={assessmentLimits.asked}
                placeholder="例如：会议记录、签到表照片"
                autoComplete="off"
                onChange={({ target }) => change(item.key, { asked: target.value })}
              />
            </Field>
          </li>
        ))}
      </ol>
      <p className={css.faint} role="status">
        总分 {totalOf(items) ?? "—"}，为各项“满分 × 权重”之和；权重是倍数，1 表示不加权。
      </p>
      {items.length < assessmentLimits.items && (
        <Button onClick={() => setItems([...items, emptyItem(items.at(-1)?.group)])}>
          <Icon name="plus" sizePx={16} />
          添加考核项
        </Button>
      )}
    </FormDialog>
  )
})

/** Null while something is no number. */
function totalOf(items: readonly TypedItem[]): number | null {
  const areNumbers = items.every(
    ({ weight, fullScore }) =>
      isAmount(weight, assessmentLimits.weight) && isAmount(fullScore, assessmentLimits.fullScore),
  )
  if (!areNumbers) return null
  return weightedSum(
    items.map(({ weight, fullScore }) => ({ weight: Number(weight), score: Number(fullScore) })),
  )
}

function isAmount(typed: string, most: number): boolean {
  return /^\d{1,4}(\.\d{1,2})?$/.test(typed.trim()) && Number(typed) >= 0.01 && Number(typed) <= most
}
