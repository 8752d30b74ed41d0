import type { CodeTable } from "@uc/contract/dictionary/admin-calls"
import type { ReactNode } from "react"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface TableHeadProps {
  readonly table: CodeTable
  readonly children?: ReactNode
}

/** Name and actions of the table or dictionary. */
export function TableHead({ table: { name, code, kind, isBuiltIn }, children }: TableHeadProps) {
  return (
    <Row gap={8} columnGap={16} wrap justify="between">
      <Row as="h2" gap={8} wrap size={16}>
        {name}
        <Text as="small" tone="faint" size={13} weight={400}>
          {code}
        </Text>
        {(isBuiltIn || kind === "dictionary") && <Tag icon="lock">系统使用</Tag>}
      </Row>
      {children}
    </Row>
  )
}
