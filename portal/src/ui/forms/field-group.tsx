import { useId, type ReactNode } from "react"
import { Row } from "../primitives/row.tsx"
import { Stack } from "../primitives/stack.tsx"
import { Text } from "../primitives/text.tsx"
import { RequiredMark } from "./controls/required-mark.tsx"
import css from "./field-group.module.css"

interface FieldGroupProps {
  readonly label: string
  /** What is wrong with all of it. */
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  /** Side by side: days, times, one of few results. */
  readonly isRow?: true
  readonly children: ReactNode
}

/** Several controls that are one field of a form. */
export function FieldGroup({ label, problem, isRequired = false, isRow, children }: FieldGroupProps) {
  const id = useId()
  return (
    <Stack as="fieldset" gap={8} className={css.group} aria-describedby={problem && id}>
      <Text as="legend" weight={500} className={css.legend}>
        {label}
        {isRequired && <RequiredMark />}
      </Text>
      {isRow ? (
        <Row gap={8} wrap>
          {children}
        </Row>
      ) : (
        children
      )}
      {problem && (
        <Text as="p" id={id} size={13} tone="danger" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
