import type { ReactNode } from "react"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface PanelProps {
  readonly name: string
  /** The names above it. */
  readonly path: readonly string[]
  readonly tags?: ReactNode
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** The head of the chosen node. */
export function Panel({ name, path, tags, actions, children }: PanelProps) {
  return (
    <Stack as="article" gap={16} pad={20} surface="card">
      <Row as="header" gap={12} wrap align="end" justify="between">
        <div>
          {path.length > 0 && (
            <Text as="p" tone="faint" size={13}>
              {path.join(" / ")}
            </Text>
          )}
          <Row as="h2" gap={4} columnGap={10} wrap size={18} breaks>
            {name}
            {tags}
          </Row>
        </div>
        <Row gap={8} wrap>
          {actions}
        </Row>
      </Row>
      {children}
    </Stack>
  )
}

/** Few numbers, large. */
export function Numbers({ of }: { readonly of: readonly (readonly [label: string, count: number])[] }) {
  return (
    <Grid as="ul" leastPx={120} gap={12}>
      {of.map(([label, count]) => (
        <Stack as="li" key={label} padX={16} padY={10} surface="sunken">
          <Text as="strong" size={24} figures>
            {inThousands(count)}
          </Text>
          <Text tone="soft">{label}</Text>
        </Stack>
      ))}
    </Grid>
  )
}
