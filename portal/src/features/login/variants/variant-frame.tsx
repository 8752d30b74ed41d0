import type { ReactNode } from "react"
import { useSiteConfig } from "../../../platform/browser/use-site-config.ts"
import { Emblem } from "../../../ui/navigation/emblem.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { ThemeCorner } from "./theme-corner.tsx"
import css from "./frame.module.css"

interface VariantFrameProps {
  /** Whom this login page is for. */
  readonly note?: string
  readonly className?: string | undefined
  /** The part that is dark in every theme. */
  readonly dark?: "page" | "header"
  /** A drawing behind the header. */
  readonly behind?: ReactNode
  readonly children: ReactNode
}

/** The frame of all login pages but `newLogin`: the site's name on top, the variant's own content below. */
export function VariantFrame({ note, className, dark, behind, children }: VariantFrameProps) {
  const { brand } = useSiteConfig()
  const groundOf = (part: typeof dark) => (dark === part ? "dark" : undefined)
  return (
    <div className={classes(css.page, className)} data-ground={groundOf("page")}>
      {behind}
      <Row as="header" gap={12} className={css.header} data-ground={groundOf("header")}>
        <Emblem sizePx={34} />
        <Stack grow>
          <Text as="b" size={16} weight={600}>
            {brand.name}
          </Text>
          <Text as="small" size={13} tone="soft" truncate>
            {brand.organisation}
          </Text>
        </Stack>
        {note && <p className={css.note}>{note}</p>}
        <ThemeCorner />
      </Row>
      {children}
    </div>
  )
}
