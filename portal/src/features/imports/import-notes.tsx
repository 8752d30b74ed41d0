import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"

/** Hints that are no problems. */
export function ImportNotes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <Stack as="ul" gap={4} padX={12} padY={10} surface="sunken" tone="soft" breaks aria-label="提示">
      {notes.map((note) => (
        <Row as="li" key={note} gap={8}>
          <Row as="span" rigid>
            <Icon name="info" sizePx={16} />
          </Row>
          <span>{note}</span>
        </Row>
      ))}
    </Stack>
  )
}
