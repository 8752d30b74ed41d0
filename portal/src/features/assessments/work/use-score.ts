import { useEffect, useEffectEvent } from "react"
import { scoreFrom } from "./score-from.ts"

/** Reports the score for the sum, also before it is saved. */
export function useScore(
  itemId: string,
  typed: string,
  full: number,
  onScore: (itemId: string, score: number | null) => void,
): void {
  const read = scoreFrom(typed, full)
  const score = read === "wrong" ? null : read
  const tell = useEffectEvent(onScore)
  useEffect(() => tell(itemId, score), [itemId, score])
}
