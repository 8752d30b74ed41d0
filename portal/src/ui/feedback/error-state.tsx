import { Button } from "../forms/button.tsx"
import { Face } from "./empty-state.tsx"

interface FailedFaceProps {
  readonly title: string
  readonly words: string | null
  readonly onRetry: () => unknown
}

/** What could not be loaded, why, and another try. */
export function FailedFace({ title, words, onRetry }: FailedFaceProps) {
  return (
    <Face
      isAlert
      art="broken"
      title={title}
      words={words}
      actions={<Button onClick={() => void onRetry()}>重试</Button>}
    />
  )
}
