import { useCallback, useState } from "react"

interface PickerProblem {
  readonly problem: string | null
  /** Shows a refusal beside the buttons until it is solved; shown twice it would be read aloud twice. */
  readonly refuse: (sentence: string) => void
  readonly settle: () => void
}

export function usePickerProblem(): PickerProblem {
  const [problem, setProblem] = useState<string | null>(null)
  const refuse = useCallback((sentence: string) => setProblem(sentence), [])
  const settle = useCallback(() => setProblem(null), [])
  return { problem, refuse, settle }
}
