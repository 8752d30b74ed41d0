import { useEffect, useState } from "react"

/** The words once they have rested; nothing at once, because an emptied box should show the tree again. */
export function useDebounced(words: string, pauseMs: number): string {
  const [rested, setRested] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), pauseMs)
    return () => clearTimeout(timer)
  }, [words, pauseMs])
  return words === "" ? "" : rested
}
