import { Icon } from "../navigation/icon.tsx"
import { Row } from "../primitives/row.tsx"
import { Text } from "../primitives/text.tsx"
import { Button } from "./button.tsx"
import { formMessages } from "./form-messages.ts"

export interface DraftOffered {
  /** In words. */
  readonly when: string
  readonly onRestore: () => void
  readonly onDiscard: () => void
}

/** DAY-9: what was typed into this form before and not saved. */
export function DraftOffer({ when, onRestore, onDiscard }: DraftOffered) {
  return (
    <Row wrap gap={8} padX={12} padY={6} surface="sunken" size={13} role="status">
      <Icon name="clock" sizePx={16} />
      <Text grow>{formMessages.draftFrom(when)}</Text>
      <Button look="text" onClick={onRestore}>
        {formMessages.restoreDraft}
      </Button>
      <Button look="text" onClick={onDiscard}>
        {formMessages.discard}
      </Button>
    </Row>
  )
}
