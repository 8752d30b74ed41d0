import type { ReactNode } from "react"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./directory.module.css"

interface FoundButtonProps {
  readonly name: string
  readonly kind?: string
  readonly path: ReactNode
  readonly onPick: () => void
}

/** A search result with its path. */
export function FoundButton({ name, kind, path, onPick }: FoundButtonProps) {
  return (
    <Text as="button" type="button" pad={8} breaks className={css.found} onClick={onPick}>
      <Row as="span" gap={8} align="baseline" justify="between">
        {name}
        {kind && (
          <Text as="small" tone="faint" rigid>
            {kind}
          </Text>
        )}
      </Row>
      <SecondLine>{path}</SecondLine>
    </Text>
  )
}
