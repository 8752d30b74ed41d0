import type { CSSProperties, ReactNode } from "react"
import { Icon, type IconName } from "../navigation/icon.tsx"
import { Row } from "../primitives/row.tsx"
import { classes } from "../theme/classes.ts"
import css from "./icon-mark.module.css"

interface IconMarkProps {
  readonly icon: IconName
  readonly sizePx: number
  readonly tone?: "soft" | "brand" | "danger" | "caution" | "done"
  readonly isRound?: boolean
  /** Instead of the icon, while something is running. */
  readonly children?: ReactNode
}

/** An icon on a coloured square, before a title. */
export function IconMark({ icon, sizePx, tone = "soft", isRound, children }: IconMarkProps) {
  return (
    <Row
      as="span"
      justify="center"
      rigid
      tone={tone}
      surface={tone === "soft" ? "sunken" : tone}
      className={classes(css.mark, isRound && css.round)}
      style={{ "--mark": `${sizePx}px` } as CSSProperties}
    >
      {children ?? <Icon name={icon} sizePx={Math.round(sizePx / 2.2)} />}
    </Row>
  )
}
