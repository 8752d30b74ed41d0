import { Progress } from "../../../ui/layout/progress.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"

/** Progress with its text: the bar alone says nothing to a screen reader. */
export function WorkBar({ percent, words }: { readonly percent: number; readonly words: string }) {
  return (
    <Stack as="span" gap={4} size={13}>
      <Progress label="进度" value={percent} max={100} size="thin" />
      <span>{words}</span>
    </Stack>
  )
}
