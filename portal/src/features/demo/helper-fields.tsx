import type { Values } from "./helper-call.ts"
import type { HelperField } from "./helper-catalogue.ts"
import { ChoiceField, TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface HelperFieldsProps {
  readonly fields: readonly HelperField[]
  readonly values: Values
  readonly onChange: (name: string, value: string) => void
}

export function HelperFields({ fields, values, onChange }: HelperFieldsProps) {
  return (
    <Grid leastPx={150} gap={12} columnGap={16}>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ""}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </Grid>
  )
}

interface FieldProps {
  readonly field: HelperField
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field({ field, value, onChange }: FieldProps) {
  const { name, label, kind, hint, choices = [] } = field
  const code = <code>{name}</code>
  if (kind === "flag")
    return (
      <Tick
        label={
          <>
            {label}{" "}
            <Text tone="faint" size={13}>
              {code}
            </Text>
          </>
        }
        value={value === "true"}
        onValue={(isOn) => onChange(isOn ? "true" : "")}
      />
    )
  const shared = { label, hint: code, value, onValue: onChange }
  return kind === "choice" ? (
    <ChoiceField {...shared} choices={choices} />
  ) : (
    <TextField
      {...shared}
      {...(hint !== undefined && { placeholder: hint })}
      {...(kind === "number" && { inputMode: "numeric" })}
    />
  )
}
