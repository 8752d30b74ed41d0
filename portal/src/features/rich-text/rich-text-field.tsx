import { lazy, Suspense, useId } from "react"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { RequiredMark } from "../../ui/forms/controls/required-mark.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./rich-text-field.module.css"

/** In a chunk of its own: the editor is heavier than the rest of a page. */
const RichText = lazy(() => loadChunk(() => import("./rich-text.tsx")))

interface RichTextFieldProps {
  readonly label: string
  readonly value: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  readonly onValue: (html: string) => void
}

/** Text with structure, pictures and tables. */
export function RichTextField({
  label,
  value,
  hint,
  problem,
  isRequired = false,
  onValue,
}: RichTextFieldProps) {
  const id = useId()
  const words = problem ?? hint
  return (
    <Stack gap={6}>
      <span>
        <Text id={`${id}-label`} weight={500}>
          {label}
        </Text>
        {isRequired && <RequiredMark />}
      </span>
      <Suspense
        fallback={
          <div className={css.waiting}>
            <BarsSkeleton heightsPx={[46, 242]} />
          </div>
        }
      >
        <RichText
          labelledBy={`${id}-label`}
          describedBy={words === undefined ? undefined : `${id}-words`}
          isInvalid={problem !== undefined}
          isRequired={isRequired}
          html={value}
          onChange={onValue}
        />
      </Suspense>
      {words !== undefined && (
        <Text as="small" id={`${id}-words`} tone={problem === undefined ? "faint" : "danger"} size={13}>
          {words}
        </Text>
      )}
    </Stack>
  )
}
