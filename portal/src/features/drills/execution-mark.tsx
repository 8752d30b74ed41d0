import { executionTypes, type ExecutionType } from "@uc/contract/drills/calls"
import { DrillMark } from "../../ui/marks/drill-mark.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import css from "./drills.module.css"

interface ExecutionMarkProps {
  readonly type: ExecutionType
  readonly look?: "tag" | "band"
}

/** WORK-5: a drill is striped amber and an emergency plain red, each with its word. */
export function ExecutionMark({ type, look = "tag" }: ExecutionMarkProps) {
  if (type === executionTypes.drill) return <DrillMark look={look} />
  if (look === "tag")
    return (
      <Tag tone="danger" icon="danger">
        真实应急
      </Tag>
    )
  return (
    <Row as="span" gap={6} justify="center" padX={12} padY={4} weight={600} className={css.real}>
      <Icon name="danger" sizePx={16} />
      真实应急，不是演习
    </Row>
  )
}
