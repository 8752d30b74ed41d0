import { useCallback, useState } from "react"
import { showToast } from "../../platform/toast.ts"

interface PickerProblem {
  readonly problem: string | null
  /** Shows a refusal: briefly where everybody looks, and beside the buttons until it is put right. */
  readonly refuse: (sentence: string) => void
  readonly settle: () => void
}

export function usePickerProblem(): PickerProblem {
  const [problem, setProblem] = useState<string | null>(null)
  const refuse = useCallback((sentence: string) => {
    setProblem(sentence)
    showToast("warning", sentence)
  }, [])
  const settle = useCallback(() => setProblem(null), [])
  return { problem, refuse, settle }
}
