import { useId, useState, type ReactNode } from "react"
import { Button } from "./button.tsx"
import { Checkbox } from "./controls/checkbox.tsx"
import { Select, type SelectChoice } from "./controls/select.tsx"
import { DateField } from "./dates/date-field.tsx"
import { DateTimeField } from "./dates/date-time-field.tsx"
import { FocusInside } from "../overlays/focus-inside.tsx"
import { Icon } from "../navigation/icon.tsx"
import { Modal } from "../overlays/modal.tsx"
import { Spinner } from "../feedback/spinner.tsx"
import css from "./form-dialog.module.css"

interface FormDialogProps {
  readonly title: string
  readonly mark?: ReactNode
  readonly confirm: string
  readonly look?: "primary" | "danger"
  readonly isBusy: boolean
  readonly problem: string | null
  readonly heightPx: number
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What a refusal in one line takes: the dialog grows by it, or it would lie over the last field. */
const problemPx = 50

const unreadableMessage = "日期或时间填写有误，请更正后再提交"

/** The frame of a form: what is typed is not lost by a slip, and a refusal stands beside the button. */
export function FormDialog({
  title,
  mark,
  confirm,
  look = "primary",
  isBusy,
  problem,
  heightPx,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const [isUnreadable, setUnreadable] = useState(false)
  const said = isUnreadable ? unreadableMessage : problem
  return (
    <Modal
      label={title}
      place="window"
      sizePx={{ width: 600, height: heightPx + (said ? problemPx : 0) }}
      staysBeside
      onClose={onClose}
    >
      {mark}
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // It is in the box and not in the form: sent now, what was there before would be saved.
          const unreadable = event.currentTarget.querySelector<HTMLElement>("[data-unreadable]")
          setUnreadable(unreadable !== null)
          if (unreadable) unreadable.focus()
          else onSubmit()
        }}
      >
        <header className={css.head}>
          <h2>{title}</h2>
          <Button look="quiet" aria-label="关闭" onClick={onClose}>
            <Icon name="close" />
          </Button>
        </header>
        <FocusInside className={css.body}>{children}</FocusInside>
        <footer className={css.foot}>
          {said && (
            <p className={css.problem} role="alert">
              <Icon name="danger" sizePx={16} />
              {said}
            </p>
          )}
          <div className={css.actions}>
            <Button onClick={onClose}>取消</Button>
            <Button type="submit" look={look} aria-busy={isBusy}>
              {isBusy && <Spinner sizePx={16} />}
              {confirm}
            </Button>
          </div>
        </footer>
      </form>
    </Modal>
  )
}

interface FieldProps {
  readonly label: string
  readonly id: string
  readonly hint?: ReactNode
  readonly children: ReactNode
}

export function Field({ label, id, hint, children }: FieldProps) {
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && <p className={css.hint}>{hint}</p>}
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly placeholder?: string
  readonly hint?: ReactNode
  readonly onValue: (value: string) => void
}

/** One line of text, which the browser neither fills in nor corrects by itself. */
export function TextField({ label, hint, onValue, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <Field label={label} id={id} hint={hint}>
      <input
        id={id}
        autoComplete="off"
        spellCheck={false}
        {...input}
        onChange={({ target }) => onValue(target.value)}
      />
    </Field>
  )
}

interface LongTextFieldProps extends Omit<TextFieldProps, "maxLength"> {
  readonly rows: number
  readonly maxLength?: number
}

export function LongTextField({ label, hint, onValue, ...area }: LongTextFieldProps) {
  const id = useId()
  return (
    <Field label={label} id={id} hint={hint}>
      <textarea id={id} {...area} onChange={({ target }) => onValue(target.value)} />
    </Field>
  )
}

interface ChoiceFieldProps<K extends string | number | null> {
  readonly label: string
  readonly value: K
  /** Null stands for none of them. */
  readonly choices: readonly SelectChoice<K>[]
  readonly hint?: ReactNode
  readonly isDisabled?: boolean
  readonly onChoice: (key: K) => void
}

export function ChoiceField<K extends string | number | null>({
  label,
  hint,
  onChoice,
  ...select
}: ChoiceFieldProps<K>) {
  const id = useId()
  return (
    <Field label={label} id={id} hint={hint}>
      <Select id={id} {...select} onChange={onChoice} />
    </Field>
  )
}

interface DayFieldProps {
  readonly label: string
  /** `2026-03-05`; empty: none. */
  readonly value: string
  readonly min?: string
  readonly hint?: ReactNode
  readonly onDay: (day: string) => void
}

export function DayField({ label, hint, onDay, ...date }: DayFieldProps) {
  const id = useId()
  return (
    <Field label={label} id={id} hint={hint}>
      <DateField id={id} label={label} {...date} onChange={onDay} />
    </Field>
  )
}

interface MomentFieldProps extends Omit<DayFieldProps, "onDay"> {
  readonly usualTime: string
  /** `2026-03-05T14:05`; empty: none. */
  readonly onMoment: (moment: string) => void
}

export function MomentField({ label, hint, onMoment, ...moment }: MomentFieldProps) {
  const id = useId()
  return (
    <Field label={label} id={id} hint={hint}>
      <DateTimeField id={id} label={label} {...moment} onChange={onMoment} />
    </Field>
  )
}

/** Two fields side by side, on a phone one below the other. */
export function FieldPair({ children }: { readonly children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}

interface TickProps {
  readonly label: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <label className={css.tick}>
      <Checkbox checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </label>
  )
}
