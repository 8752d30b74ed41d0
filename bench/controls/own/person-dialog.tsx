import { useState } from "react"
import { Button } from "../../../portal/src/ui/forms/button.tsx"
import { FormDialog } from "../../../portal/src/ui/forms/form-dialog.tsx"
import { ChoiceField, DayField, TextField, Tick } from "../../../portal/src/ui/forms/form-fields.tsx"
import { Icon } from "../../../portal/src/ui/navigation/icon.tsx"
import { PopupMenu } from "../../../portal/src/ui/overlays/popup-menu.tsx"
import { emptyDraft, type Draft } from "../page/page-state.ts"
import { schools, templates } from "../page/people.ts"

interface PersonDialogProps {
  readonly onTell: (words: string) => void
  readonly onSave: (draft: Draft) => void
  readonly onClose: () => void
}

const choices = [["", "请选择"], ...schools] as const

export function PersonDialog({ onTell, onSave, onClose }: PersonDialogProps) {
  const [draft, setDraft] = useState(emptyDraft)
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }))
  return (
    <FormDialog
      title="新建人员"
      confirm="保存"
      form={{ isBusy: false, problem: null, failures: 0, onSubmit: () => onSave(draft) }}
      onClose={onClose}
    >
      <TextField label="姓名" value={draft.name} maxLength={20} onValue={(name) => change({ name })} />
      <div data-part="dialog-school">
        <ChoiceField
          label="学校"
          value={draft.school}
          choices={choices}
          onValue={(school) => change({ school })}
        />
      </div>
      <div data-part="dialog-day">
        <DayField label="入职日期" value={draft.day} onValue={(day) => change({ day })} />
      </div>
      <Tick label="在职" value={draft.isActive} onValue={(isActive) => change({ isActive })} />
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
