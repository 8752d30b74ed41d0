import type { ReactNode } from "react"
import { SecondLine } from "../../../ui/data/second-line.tsx"
import { Icon, type IconName } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import css from "./tool-rows.module.css"

interface ToolRow {
  readonly key: string
  readonly icon: IconName
  readonly name: string
  readonly words: ReactNode
  readonly tags: ReactNode
  /** How deep it stands below others. */
  readonly level?: number
  readonly tools: ReactNode
}

/** Rows in an order made by hand, each with its actions. */
export function ToolRows({ rows, isBusy }: { readonly rows: readonly ToolRow[]; readonly isBusy: boolean }) {
  return (
    <ol className={css.rows} aria-busy={isBusy}>
      {rows.map(({ key, icon, name, words, tags, level = 0, tools }) => (
        <Row as="li" key={key} wrap gap={8} padY={8} line="bottom" style={{ paddingLeft: level * 28 }}>
          <Icon name={icon} />
          <Stack className={css.words}>
            <Text as="b" weight={500} breaks>
              {name}
            </Text>
            <SecondLine>{words}</SecondLine>
          </Stack>
          {tags}
          <Row>{tools}</Row>
        </Row>
      ))}
    </ol>
  )
}
