import { alarmTableCalls, type AlarmLevelEntry } from "@uc/contract/alarm-tables/calls"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { FieldPair, TextField } from "../../ui/forms/form-fields.tsx"
import { useTableAction } from "./use-table-action.ts"

interface LevelFormProps {
  /** What is changed; null: a new one. */
  readonly level: AlarmLevelEntry | null
  readonly onClose: () => void
}

/** Empty: for ever. What is no number is told by the shape. */
function minutesOf(typed: string): number | null {
  return typed.trim() === "" ? null : Number(typed)
}

export const LevelForm = closesWhenBroken(function LevelForm({ level, onClose }: LevelFormProps) {
  const { attempt, refresh } = useTableAction()
  const form = useForm({
    call: alarmTableCalls.saveLevel,
    attempt,
    initial: {
      level: level === null ? "" : String(level.level),
      name: level?.name ?? "",
      minutesToTake: level === null ? "30" : String(level.minutesToTake ?? ""),
      minutesToHandle: level === null ? "120" : String(level.minutesToHandle ?? ""),
    },
    input: (values) => ({
      level: Number(values.level),
      name: values.name,
      minutesToTake: minutesOf(values.minutesToTake),
      minutesToHandle: minutesOf(values.minutesToHandle),
      isDisabled: level?.isDisabled ?? false,
      ...(level && { version: level.version }),
    }),
    onDone(_saved, { name }) {
      showToast("success", level ? "已保存" : `已新增预警等级“${name.trim()}”`)
      onClose()
    },
    onFailed: refresh,
  })
  return (
    <FormDialog
      title={level ? `编辑“${level.name}”` : "新增预警等级"}
      confirm="保存"
      form={form}
      onClose={onClose}
    >
      <TextField
        label="等级"
        inputMode="numeric"
        hint={
          level
            ? "预警按等级归类，因此不能修改"
            : "整数，数字小的更严重；与上报系统发送的等级一致，保存后不能修改"
        }
        isReadOnly={level !== null}
        {...form.bind("level")}
      />
      <TextField label="名称" placeholder="例如：特别重大" {...form.text("name")} />
      <FieldPair>
        <TextField
          label="确认时限（分钟）"
          inputMode="numeric"
          hint="超过该时限无人确认的，自动上报上级教育局；不填则不上报"
          {...form.bind("minutesToTake")}
        />
        <TextField
          label="处置时限（分钟）"
          inputMode="numeric"
          hint="确认后超过该时限未处置的，自动上报上级教育局；不填则不上报"
          {...form.bind("minutesToHandle")}
        />
      </FieldPair>
    </FormDialog>
  )
})
