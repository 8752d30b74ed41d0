import { alarmLimits, alarmMessages, type AlarmAction } from "@uc/contract/alarms/admin-calls"
import { useId, useState } from "react"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import css from "./alarm-drawer.module.css"

export type NotedAction = Exclude<AlarmAction, "acknowledge" | "assign">

const words: Readonly<Record<NotedAction, { title: string; hint: string; label: string; confirm: string }>> =
  {
    handle: {
      title: "记录处置情况",
      hint: "谁到场、采取了什么措施，会写入处理过程。",
      label: "处置说明",
      confirm: "保存",
    },
    close: {
      title: "确认办结该预警？",
      hint: "办结后不能再修改，请确认现场已恢复正常。",
      label: "办结说明",
      confirm: "确认办结",
    },
    dismiss: {
      title: "确认标记为误报？",
      hint: "标记后不能撤销，请确认已到现场核实。",
      label: "核实说明",
      confirm: "确认误报",
    },
  }

interface NoteDialogProps {
  readonly action: NotedAction
  /** The sentence to show when it went wrong; null when it is done. */
  readonly onConfirm: (note: string) => Promise<string | null>
  readonly onClose: () => void
}

/** What can't be taken back is asked for, and what was typed is not lost by a slip. */
export const NoteDialog = closesWhenBroken(function NoteDialog({
  action,
  onConfirm,
  onClose,
}: NoteDialogProps) {
  const { title, hint, label, confirm } = words[action]
  const id = useId()
  const [note, setNote] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function go() {
    if (isBusy) return
    if (note.trim() === "") {
      setProblem(alarmMessages.noteMissing)
      return
    }
    setBusy(true)
    const wrong = await onConfirm(note.trim())
    setBusy(false)
    if (wrong === null) onClose()
    else setProblem(wrong)
  }

  return (
    <Modal label={title} place="middle" staysBeside className={css.dialog} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        <h2>{title}</h2>
        <p className={css.hint}>{hint}</p>
        <label htmlFor={id}>{label}</label>
        <textarea
          id={id}
          rows={4}
          value={note}
          maxLength={alarmLimits.note}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-below`}
          onChange={(event) => {
            setNote(event.target.value)
            setProblem(null)
          }}
        />
        <p id={`${id}-below`} className={css.below}>
          <span role="alert">{problem}</span>
          <span>
            {note.length}/{alarmLimits.note}
          </span>
        </p>
        <div className={css.confirm}>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" aria-busy={isBusy}>
            {isBusy && <Spinner sizePx={16} />}
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
})
