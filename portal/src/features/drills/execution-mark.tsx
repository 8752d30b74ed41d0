import { executionTypes, type ExecutionType } from "@uc/contract/drills/calls"
import { classes } from "../../ui/theme/classes.ts"
import { DrillMark } from "../../ui/marks/drill-mark.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
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
    <span className={classes(css.band, css.real)}>
      <Icon name="danger" sizePx={16} />
      真实应急，不是演习
    </span>
  )
}
