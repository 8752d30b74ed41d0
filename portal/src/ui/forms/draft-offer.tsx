import { Icon } from "../navigation/icon.tsx"
import { Row } from "../primitives/row.tsx"
import { Text } from "../primitives/text.tsx"
import { Button } from "./button.tsx"
import { formMessages } from "./form-messages.ts"

export type DraftOffered =
  | {
      /** In words. */
      readonly when: string
      readonly lacksFiles: boolean
      readonly onRestore: () => void
      readonly onDiscard: () => void
    }
  /** It was taken over, without the files that it had. */
  | { readonly lacksFiles: true }

/** DAY-9: what was typed into this form before and not saved. */
export function DraftOffer(offered: DraftOffered) {
  const words = [
    "when" in offered && formMessages.draftFrom(offered.when),
    offered.lacksFiles && formMessages.filesNotKept,
  ]
  return (
    <Row wrap gap={8} padX={12} padY={6} surface="sunken" size={13} role="status">
      <Icon name="clock" sizePx={16} />
      <Text grow>{words.filter(Boolean).join("")}</Text>
      {"when" in offered && (
        <>
          <Button look="text" onClick={offered.onRestore}>
            {formMessages.restoreDraft}
          </Button>
          <Button look="text" onClick={offered.onDiscard}>
            {formMessages.discard}
          </Button>
        </>
      )}
    </Row>
  )
}
