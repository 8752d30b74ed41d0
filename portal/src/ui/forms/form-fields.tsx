import { useId, useState, type ReactNode } from "react"
import { Checkbox } from "./controls/checkbox.tsx"
import { Select, type SelectChoice } from "./controls/select.tsx"
import { DateField } from "./dates/date-field.tsx"
import { DateTimeField } from "./dates/date-time-field.tsx"
import { formMessages } from "./form-messages.ts"
import { FieldProblem, FieldRequired } from "./field-problem.ts"
import { RequiredMark } from "./controls/required-mark.tsx"
import css from "./form-dialog.module.css"

const invalid = (id: string, problem: string | undefined, isRequired = false) => ({
  ...(isRequired && { "aria-required": true }),
  ...(problem !== undefined && { "aria-invalid": true, "aria-describedby": `${id}-problem` }),
})

/** From here on the room that is left is told: of a short field always the last fifth. */
const toldFrom = 0.8

/** A browser cuts what is typed or pasted beyond the limit without a word. */
function roomIn(value: string, maxLength: number | undefined): string | undefined {
  if (maxLength === undefined || value.length < maxLength * toldFrom) return undefined
  return value.length < maxLength ? `${value.length} / ${maxLength}` : formMessages.full(maxLength)
}

/** DAY-17: how much room is left, and that there is none. */
function Room({ id, words }: { readonly id: string; readonly words: string | undefined }) {
  return (
    words !== undefined && (
      <p id={`${id}-room`} className={css.hint} aria-live="polite">
        {words}
      </p>
    )
  )
}

const describedBy = (id: string, problem: string | undefined, room: string | undefined) =>
  problem === undefined && room !== undefined ? { "aria-describedby": `${id}-room` } : {}

interface FieldLooks {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with what was typed. */
  readonly problem?: string | undefined
  /** It must be filled in: marked. `bind` and `text` of a form know it. */
  readonly isRequired?: boolean
}

interface FieldProps extends FieldLooks {
  readonly id: string
  readonly children: ReactNode
}

/** A label, a control and its messages. Controls take `aria-invalid` out of the context. */
export function Field({ label, id, hint, problem, isRequired = false, children }: FieldProps) {
  const problemId = problem === undefined ? undefined : `${id}-problem`
  return (
    <div className={css.field}>
      {/* The mark is no part of the label: that is the control's name. */}
      <div className={css.label}>
        <label htmlFor={id}>{label}</label>
        {isRequired && <RequiredMark />}
      </div>
      <FieldRequired value={isRequired}>
        <FieldProblem value={problemId}>{children}</FieldProblem>
      </FieldRequired>
      {problem !== undefined && (
        <p id={problemId} className={css.wrong}>
          {problem}
        </p>
      )}
      {hint && <p className={css.hint}>{hint}</p>}
    </div>
  )
}

interface TextFieldProps extends FieldLooks {
  readonly name?: string
  readonly value: string
  readonly maxLength?: number | undefined
  readonly placeholder?: string
  readonly inputMode?: "numeric" | "decimal" | "tel" | "url" | "email"
  readonly isReadOnly?: boolean
  readonly isDisabled?: boolean
  readonly onValue: (value: string) => void
}

/** One line of text, without the browser's autofill and correction. */
export function TextField({
  label,
  hint,
  problem,
  isRequired = false,
  isReadOnly,
  isDisabled,
  onValue,
  ...input
}: TextFieldProps) {
  const id = useId()
  const room = isReadOnly || isDisabled ? undefined : roomIn(input.value, input.maxLength)
  return (
    <Field label={label} id={id} hint={hint} problem={problem} isRequired={isRequired}>
      <input
        id={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isReadOnly}
        disabled={isDisabled}
        {...invalid(id, problem, isRequired)}
        {...describedBy(id, problem, room)}
        {...input}
        onChange={({ target }) => onValue(target.value)}
      />
      <Room id={id} words={room} />
    </Field>
  )
}

interface LongTextFieldProps extends Omit<TextFieldProps, "inputMode" | "isReadOnly" | "isDisabled"> {
  readonly rows: number
}

export function LongTextField({
  label,
  hint,
  problem,
  isRequired = false,
  onValue,
  ...area
}: LongTextFieldProps) {
  const id = useId()
  const room = roomIn(area.value, area.maxLength)
  return (
    <Field label={label} id={id} hint={hint} problem={problem} isRequired={isRequired}>
      <textarea
        id={id}
        {...invalid(id, problem, isRequired)}
        {...describedBy(id, problem, room)}
        {...area}
        onChange={({ target }) => onValue(target.value)}
      />
      <Room id={id} words={room} />
    </Field>
  )
}

interface ChoiceFieldProps<K extends string | number | null> extends FieldLooks {
  readonly name?: string
  readonly value: K
  readonly placeholder?: string
  /** Null stands for none of them. */
  readonly choices: readonly SelectChoice<K>[]
  readonly isDisabled?: boolean
  readonly onValue: (key: K) => void
}

export function ChoiceField<K extends string | number | null>({
  label,
  hint,
  problem,
  isRequired = false,
  name: _name,
  onValue,
  ...select
}: ChoiceFieldProps<K>) {
  const id = useId()
  // What has a value from the first can't be left out: a mark would only be noise.
  const [isOpen] = useState(select.value === "" || select.value === null)
  return (
    <Field label={label} id={id} hint={hint} problem={problem} isRequired={isRequired && isOpen}>
      <Select id={id} {...select} onChange={onValue} />
    </Field>
  )
}

interface DayFieldProps extends FieldLooks {
  readonly name?: string
  /** `2026-03-05`; empty: none. */
  readonly value: string
  readonly min?: string
  readonly onValue: (day: string) => void
}

export function DayField({
  label,
  hint,
  problem,
  isRequired = false,
  name: _name,
  onValue,
  ...date
}: DayFieldProps) {
  const id = useId()
  return (
    <Field label={label} id={id} hint={hint} problem={problem} isRequired={isRequired}>
      <DateField id={id} label={label} {...date} onChange={onValue} />
    </Field>
  )
}

/** Its value is `2026-03-05T14:05`; empty: none. */
interface MomentFieldProps extends DayFieldProps {
  readonly usualTime: string
}

export function MomentField({
  label,
  hint,
  problem,
  isRequired = false,
  name: _name,
  onValue,
  ...moment
}: MomentFieldProps) {
  const id = useId()
  return (
    <Field label={label} id={id} hint={hint} problem={problem} isRequired={isRequired}>
      <DateTimeField id={id} label={label} {...moment} onChange={onValue} />
    </Field>
  )
}

/** Two fields side by side, on a phone one below the other. */
export function FieldPair({ children }: { readonly children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}

interface TickProps {
  readonly label: ReactNode
  readonly value: boolean
  readonly problem?: string | undefined
  readonly isDisabled?: boolean
  readonly onValue: (isOn: boolean) => void
}

export function Tick({ label, value, problem, isDisabled, onValue }: TickProps) {
  const id = useId()
  return (
    <div>
      <label className={css.tick}>
        <Checkbox
          checked={value}
          disabled={isDisabled}
          {...invalid(id, problem)}
          onChange={({ target }) => onValue(target.checked)}
        />
        <span>{label}</span>
      </label>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={css.wrong}>
          {problem}
        </p>
      )}
    </div>
  )
}
