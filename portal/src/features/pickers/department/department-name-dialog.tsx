import { departmentLimits, departmentMessages } from "@uc/contract/departments/calls"
import { useState, type FormEvent } from "react"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { Spinner } from "../../../ui/feedback/spinner.tsx"
import { TextField } from "../../../ui/forms/text-field.tsx"
import css from "./department-name-dialog.module.css"

interface DepartmentNameDialogProps {
  /** e.g. 在“教务处”下添加部门 */
  readonly title: string
  readonly name: string
  /** The sentence to show when it went wrong; null when it is done. */
  readonly onSave: (name: string) => Promise<string | null>
  readonly onClose: () => void
}

export const DepartmentNameDialog = closesWhenBroken(function DepartmentNameDialog({
  title,
  name: before,
  onSave,
  onClose,
}: DepartmentNameDialogProps) {
  const [name, setName] = useState(before)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wanted = name.trim()
    if (wanted === "") return setProblem(departmentMessages.nameMissing)
    if (wanted === before) return onClose()
    setBusy(true)
    const wrong = await onSave(wanted)
    setBusy(false)
    if (wrong === null) onClose()
    else setProblem(wrong)
  }

  return (
    <Modal label={title} place="middle" className={css.dialog} staysBeside onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <h2>{title}</h2>
        <TextField
          label="部门名称"
          icon="tree"
          maxLength={departmentLimits.name}
          autoComplete="off"
          // The dialog was opened to type into this box.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          error={problem ?? undefined}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(null)
          }}
        />
        <div className={css.actions}>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" type="submit" aria-busy={isBusy}>
            {isBusy && <Spinner sizePx={16} />}
            保存
          </Button>
        </div>
      </form>
    </Modal>
  )
})
