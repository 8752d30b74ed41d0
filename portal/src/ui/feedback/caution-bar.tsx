import { Button } from "../forms/button.tsx"
import { Icon } from "../navigation/icon.tsx"
import { Row } from "../primitives/row.tsx"
import { Text } from "../primitives/text.tsx"

interface CautionBarProps {
  readonly words: string
  readonly action: string
  readonly onAction: () => unknown
  /** What cannot be done without it is read aloud at once. */
  readonly isAlert?: boolean
  readonly className?: string | undefined
}

/** A part of the page could not be loaded; the rest of it can be used. */
export function CautionBar({ words, action, onAction, isAlert = false, className }: CautionBarProps) {
  return (
    <Row
      as="p"
      gap={8}
      padX={12}
      padY={4}
      surface="caution"
      tone="caution"
      size={13}
      role={isAlert ? "alert" : "status"}
      className={className}
    >
      <Icon name="caution" sizePx={16} />
      <Text grow>{words}</Text>
      <Button look="text" onClick={() => void onAction()}>
        {action}
      </Button>
    </Row>
  )
}
