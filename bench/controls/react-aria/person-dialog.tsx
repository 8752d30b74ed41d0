import { useState } from "react"
import { Button } from "react-aria-components/Button"
import { Calendar } from "react-aria-components/Calendar"
import { Checkbox } from "react-aria-components/Checkbox"
import { DatePicker } from "react-aria-components/DatePicker"
import { Dialog } from "react-aria-components/Dialog"
import { Form } from "react-aria-components/Form"
import { Group } from "react-aria-components/Group"
import { Heading } from "react-aria-components/Heading"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import { Popover } from "react-aria-components/Popover"
import { TextField } from "react-aria-components/TextField"
import { emptyDraft, type Draft } from "../page/page-state.ts"
import { schools, templates } from "../page/people.ts"
import { Actions, Choice, dateOf, Month, Segments } from "./controls.tsx"
import css from "./controls.module.css"

interface PersonDialogProps {
  readonly isOpen: boolean
  readonly onTell: (words: string) => void
  readonly onSave: (draft: Draft) => void
  readonly onClose: () => void
}

export function PersonDialog({ isOpen, onTell, onSave, onClose }: PersonDialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      className={css.ground ?? ""}
      onOpenChange={(isStillOpen) => isStillOpen || onClose()}
    >
      <Modal>
        <Dialog className={css.dialog ?? ""}>
          <PersonForm onTell={onTell} onSave={onSave} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function PersonForm({ onTell, onSave, onClose }: Omit<PersonDialogProps, "isOpen">) {
  const [draft, setDraft] = useState(emptyDraft)
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }))
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        onSave(draft)
      }}
    >
      <Heading slot="title">新建人员</Heading>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to be typed into */}
      <TextField autoFocus value={draft.name} onChange={(name) => change({ name })}>
        <Label>姓名</Label>
        <Input className={css.box ?? ""} maxLength={20} autoComplete="off" />
      </TextField>
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
        <DatePicker
          className={css.field ?? ""}
          shouldForceLeadingZeros
          value={dateOf(draft.day)}
          onChange={(day) => change({ day: day?.toString() ?? "" })}
        >
          <Label>入职日期</Label>
          <Group className={css.box ?? ""}>
            <Segments />
            <Button className={css.quiet ?? ""}>▦</Button>
          </Group>
          <Popover className={css.popup ?? ""}>
            <Dialog>
              <Calendar>
                <Month />
              </Calendar>
            </Dialog>
          </Popover>
        </DatePicker>
      </div>
      <Checkbox
        className={css.tick ?? ""}
        isSelected={draft.isActive}
        onChange={(isActive) => change({ isActive })}
      >
        <span className={css.mark}>✓</span>
        在职
      </Checkbox>
      <div className="bar">
        <div data-part="dialog-menu">
          <Actions label="套用模板" actions={templates} onPick={(key) => change({ name: key })}>
            套用模板
          </Actions>
        </div>
        <Button data-part="dialog-tell" onPress={() => onTell("已检查")}>
          检查
        </Button>
        <Button onPress={onClose}>取消</Button>
        <Button type="submit">保存</Button>
      </div>
    </Form>
  )
}
