import type { FilledItem } from "@uc/contract/assessments/admin-calls"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"

export function ItemHead({ no, item }: { readonly no: number; readonly item: FilledItem }) {
  return (
    <Row gap={2} columnGap={12} wrap align="baseline">
      <Text as="h3" size={15} breaks>
        <Text tone="faint" figures>
          {no}.
        </Text>{" "}
        {item.name}
      </Text>
      <Row as="p" gap={2} columnGap={8} wrap tone="soft" size={13}>
        {item.group !== "" && <Tag>{item.group}</Tag>}
        <span>
          满分 {item.fullScore} · 权重 {item.weight}
        </span>
        {item.asked !== "" && <span>佐证要求：{item.asked}</span>}
      </Row>
    </Row>
  )
}
