import { assessmentLimits, assessmentMessages } from "@uc/contract/assessments/messages"
import { weightedSum } from "@uc/contract/assessments/steps"
import { assessmentAdminCalls, type AssessmentScheme } from "@uc/contract/assessments/admin-calls"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { LongTextField, TextField } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Grid } from "../../../ui/primitives/grid.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { useAssessmentAction } from "../use-assessment-action.ts"

interface TypedItem {
  readonly key: string
  readonly group: string
  readonly name: string
  readonly weight: string
  readonly fullScore: string
  readonly asked: string
}

interface Values {
  readonly title: string
  readonly description: string
  readonly items: readonly TypedItem[]
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
  const { attempt, onFailed } = useAssessmentAction()
  const form = useForm({
    call: assessmentAdminCalls.saveScheme,
    attempt,
    onFailed,
    initial: () => valuesOf(scheme, isCopy),
    input: ({ title, description, items: typed }) => ({
      ...(scheme && !isCopy && { id: scheme.id, version: scheme.version }),
      title,
      description,
      items: typed.map(({ key: _key, weight, fullScore, ...item }) => ({
        ...item,
        weight: Number(weight),
        fullScore: Number(fullScore),
      })),
    }),
    check({ items: typed }) {
      if (typed.some(({ name }) => name.trim() === "")) return { items: assessmentMessages.itemNameMissing }
      if (typed.some(({ fullScore }) => !isAmount(fullScore, assessmentLimits.fullScore)))
        return { items: assessmentMessages.fullScoreWrong }
      return typed.some(({ weight }) => !isAmount(weight, assessmentLimits.weight))
        ? { items: assessmentMessages.weightWrong }
        : null
    },
    onDone() {
      showToast("success", assessmentMessages.schemeSaved)
      onClose()
    },
  })
  const { items } = form.values
  const setItems = (to: readonly TypedItem[]) => form.set({ items: to })
  const isNameMissing =
    form.problems.items === assessmentMessages.itemNameMissing && items.some(({ name }) => name.trim() === "")
  const field = (item: TypedItem, key: keyof TypedItem) => ({
    value: item[key],
    onValue: (to: string) =>
      setItems(items.map((each) => (each.key === item.key ? { ...each, [key]: to } : each))),
  })

  return (
    <FormDialog
      title={scheme === null ? "新建方案" : isCopy ? "复制方案" : "修改方案"}
      confirm="保存"
      form={form}
      onClose={onClose}
    >
      <TextField label="方案名称" placeholder="例如：平安校园建设考核" {...form.text("title")} />
      <LongTextField label="说明（选填）" rows={2} {...form.text("description")} />
      <Stack as="ol" gap={12} aria-label="考核项">
        {items.map((item, at) => (
          <Stack as="li" key={item.key} gap={10} padX={16} padY={12} surface="sunken">
            <Row justify="between">
              <b>第{at + 1}项</b>
              <Button
                look="quiet"
                aria-label={`移除第${at + 1}项`}
                title="移除"
                disabled={items.length === 1}
                onClick={() => setItems(items.filter(({ key }) => key !== item.key))}
              >
                <Icon name="trash" sizePx={16} />
              </Button>
            </Row>
            <TextField
              label="名称"
              isRequired
              maxLength={assessmentLimits.itemName}
              problem={isNameMissing && item.name.trim() === "" ? form.problems.items : undefined}
              {...field(item, "name")}
            />
            <Grid columns={3} gap={10}>
              <TextField label="类别（选填）" maxLength={assessmentLimits.group} {...field(item, "group")} />
              <TextField label="满分" inputMode="decimal" maxLength={7} {...field(item, "fullScore")} />
              <TextField label="权重" inputMode="decimal" maxLength={6} {...field(item, "weight")} />
            </Grid>
            <TextField
              label="佐证要求（选填）"
              maxLength={assessmentLimits.asked}
              placeholder="例如：会议记录、签到表照片"
              {...field(item, "asked")}
            />
          </Stack>
        ))}
      </Stack>
      {form.problems.items !== undefined && !isNameMissing && (
        <Text as="p" tone="danger" size={13} role="alert">
          {form.problems.items}
        </Text>
      )}
      <Text as="p" tone="soft" size={13} role="status">
        总分 {totalOf(items) ?? "—"}，为各项“满分 × 权重”之和；权重是倍数，1 表示不加权。
      </Text>
      {items.length < assessmentLimits.items && (
        <Button onClick={() => setItems([...items, emptyItem(items.at(-1)?.group)])}>
          <Icon name="plus" sizePx={16} />
          添加考核项
        </Button>
      )}
    </FormDialog>
  )
})

function valuesOf(scheme: AssessmentScheme | null, isCopy: boolean): Values {
  if (scheme === null) return { title: "", description: "", items: [emptyItem()] }
  const { title, description, items } = scheme
  return {
    title: isCopy ? `${title}（副本）`.slice(-assessmentLimits.title) : title,
    description,
    items: items.map(({ group, name, weight, fullScore, asked }) => ({
      key: `${++lastKey}`,
      group,
      name,
      asked,
      weight: String(weight),
      fullScore: String(fullScore),
    })),
  }
}

/** Null while a value is no number. */
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
