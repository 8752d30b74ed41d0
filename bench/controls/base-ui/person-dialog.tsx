import { Dialog } from "@base-ui/react/dialog"
import { useId, useRef, useState } from "react"
import { emptyDraft, type Draft } from "../page/page-state.ts"
import { schools, templates } from "../page/people.ts"
import { Actions, Choice, Day } from "./controls.tsx"
import css from "./controls.module.css"
import { Tick } from "./tick.tsx"

interface PersonDialogProps {
  readonly isOpen: boolean
  readonly onTell: (words: string) => void
  readonly onSave: (draft: Draft) => void
  readonly onClose: () => void
}

export function PersonDialog({ isOpen, onTell, onSave, onClose }: PersonDialogProps) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root
      open={isOpen}
      disablePointerDismissal
      onOpenChange={(isStillOpen) => isStillOpen || onClose()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={css.ground} />
        <Dialog.Popup className={css.dialog} initialFocus={first}>
          <Dialog.Title>新建人员</Dialog.Title>
          <PersonForm first={first} onTell={onTell} onSave={onSave} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface PersonFormProps extends Pick<PersonDialogProps, "onTell" | "onSave"> {
  readonly first: React.RefObject<HTMLInputElement | null>
}

function PersonForm({ first, onTell, onSave }: PersonFormProps) {
  const id = useId()
  const [draft, setDraft] = useState(emptyDraft)
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSave(draft)
      }}
    >
      <label htmlFor={`${id}-name`}>姓名 </label>
      <input
        ref={first}
        id={`${id}-name`}
        className={css.box}
        maxLength={20}
        autoComplete="off"
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <div data-part="dialog-school">
        <Choice
          label="学校"
          placeholder="请选择"
          value={draft.school}
          choices={schools}
          onChange={(school) => change({ school })}
        />
      </div>
      <div data-part="dialog-day">
        <Day id={`${id}-day`} label="入职日期" value={draft.day} onChange={(day) => change({ day })} />
      </div>
      <Tick label="在职" isOn={draft.isActive} onChange={(isActive) => change({ isActive })} />
      <div className="bar">
        <div data-part="dialog-menu">
          <Actions label="套用模板" actions={templates} onPick={(key) => change({ name: key })}>
            套用模板
          </Actions>
        </div>
        <button type="button" data-part="dialog-tell" onClick={() => onTell("已检查")}>
          检查
        </button>
        <Dialog.Close>取消</Dialog.Close>
        <button type="submit">保存</button>
      </div>
    </form>
  )
}
