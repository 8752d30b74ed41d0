import { useId } from "react"
import type { Values } from "./helper-call.ts"
import type { HelperField } from "./helper-catalogue.ts"
import { Select } from "../../ui/forms/controls/select.tsx"
import { Checkbox } from "../../ui/forms/controls/checkbox.tsx"
import css from "./helper-demo.module.css"

interface HelperFieldsProps {
  readonly fields: readonly HelperField[]
  readonly values: Values
  readonly onChange: (name: string, value: string) => void
}

export function HelperFields({ fields, values, onChange }: HelperFieldsProps) {
  return (
    <div className={css.fields}>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ""}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </div>
  )
}

interface FieldProps {
  readonly field: HelperField
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field({ field, value, onChange }: FieldProps) {
  const id = useId()
  const { name, label, kind, hint, choices = [] } = field
  if (kind === "flag")
    return (
      <label className={css.flag}>
        <Checkbox
          checked={value === "true"}
          onChange={(event) => onChange(event.target.checked ? "true" : "")}
        />
        {label}
        <code>{name}</code>
      </label>
    )
  return (
    <div className={css.field}>
      <label htmlFor={id}>
        {label}
        <code>{name}</code>
      </label>
      {kind === "choice" ? (
        <Select id={id} value={value} choices={choices} onChange={onChange} />
      ) : (
        <input
          id={id}
          value={value}
          placeholder={hint}
          autoComplete="off"
          inputMode={kind === "number" ? "numeric" : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  )
}
