import { useId, useState } from "react"
import { Button } from "../../../portal/src/ui/forms/button.tsx"
import { Field, FormDialog, TextField } from "../../../portal/src/ui/forms/form-dialog.tsx"
import { Icon } from "../../../portal/src/ui/navigation/icon.tsx"
import { PopupMenu } from "../../../portal/src/ui/overlays/popup-menu.tsx"
import { emptyDraft, type Draft } from "../page/page-state.ts"
import { schools, templates } from "../page/people.ts"
import { Checkbox } from "./checkbox.tsx"
import { DateField } from "./date-field.tsx"
import { Select } from "./select.tsx"

interface PersonDialogProps {
  readonly onTell: (words: string) => void
  readonly onSave: (draft: Draft) => void
  readonly onClose: () => void
}

const choices = [["", "请选择"], ...schools] as const

export function PersonDialog({ onTell, onSave, onClose }: PersonDialogProps) {
  const [draft, setDraft] = useState(emptyDraft)
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }))
  const schoolId = useId()
  const dayId = useId()
  return (
    <FormDialog
      title="新建人员"
      confirm="保存"
      isBusy={false}
      problem={null}
      heightPx={520}
      onSubmit={() => onSave(draft)}
      onClose={onClose}
    >
      <TextField label="姓名" value={draft.name} maxLength={20} onValue={(name) => change({ name })} />
      <div data-part="dialog-school">
        <span id={schoolId}>学校</span>
        <Select
          labelId={schoolId}
          placeholder="请选择"
          value={draft.school}
          choices={choices}
          onChange={(school) => change({ school })}
        />
      </div>
      <div data-part="dialog-day">
        <Field label="入职日期" id={dayId}>
          <DateField id={dayId} label="入职日期" value={draft.day} onChange={(day) => change({ day })} />
        </Field>
      </div>
      <Checkbox label="在职" isOn={draft.isActive} onChange={(isActive) => change({ isActive })} />
      <div className="bar">
        <div data-part="dialog-menu">
          <PopupMenu
            label="套用模板"
            entries={templates.map(([key, label]) => ({
              key,
              label,
              icon: "page",
              onPick: () => change({ name: label }),
            }))}
          >
            <Icon name="copy" />
          </PopupMenu>
        </div>
        <Button data-part="dialog-tell" onClick={() => onTell("已检查")}>
          检查
        </Button>
      </div>
    </FormDialog>
  )
}
