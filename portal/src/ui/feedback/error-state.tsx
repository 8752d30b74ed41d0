import { Button } from "../forms/button.tsx"
import { EmptyState } from "./empty-state.tsx"

interface ErrorStateProps {
  readonly title: string
  readonly words: string | null
  readonly onRetry: () => unknown
}

/** What could not be loaded, why, and another try. */
export function ErrorState({ title, words, onRetry }: ErrorStateProps) {
  return (
    <EmptyState
      isAlert
      art="broken"
      title={title}
      words={words}
      actions={<Button onClick={() => void onRetry()}>重试</Button>}
    />
  )
}
