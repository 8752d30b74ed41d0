import type { ReactNode } from "react"
import { classes } from "../theme/classes.ts"
import { Icon, type IconName } from "../navigation/icon.tsx"
import css from "./tag.module.css"

export type TagTone = "plain" | "brand" | "done" | "caution" | "danger"

/** A label. The colour only supports it; where it matters an icon does too. */
export function Tag({
  tone = "plain",
  icon,
  children,
}: {
  readonly tone?: TagTone
  readonly icon?: IconName
  readonly children: ReactNode
}) {
  return (
    <span className={classes(css.tag, css[tone])}>
      {icon && <Icon name={icon} sizePx={14} />}
      {children}
    </span>
  )
}
