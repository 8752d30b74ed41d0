import type { ReactNode } from "react"
import { Row } from "../primitives/row.tsx"
import { Text } from "../primitives/text.tsx"
import css from "./field-group.module.css"

interface FieldGroupProps {
  readonly label: string
  /** What is wrong with what was chosen. */
  readonly problem?: string | undefined
  readonly children: ReactNode
}

/** Several controls that are one answer: days, times, one of few results. */
export function FieldGroup({ label, problem, children }: FieldGroupProps) {
  return (
    <fieldset className={css.group}>
      <legend>{label}</legend>
      <Row gap={8} wrap>
        {children}
      </Row>
      {problem !== undefined && (
        <Text as="p" role="alert" tone="danger" size={13}>
          {problem}
        </Text>
      )}
    </fieldset>
  )
}
