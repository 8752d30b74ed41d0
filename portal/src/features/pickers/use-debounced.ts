import { useEffect, useState } from "react"

/** The text after a pause in typing; an emptied box counts immediately, to show the tree again. */
export function useDebounced(words: string, pauseMs: number): string {
  const [rested, setRested] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), pauseMs)
    return () => clearTimeout(timer)
  }, [words, pauseMs])
  return words === "" ? "" : rested
}
