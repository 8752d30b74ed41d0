import { z } from "zod"
import { browserStorage, readJson } from "../../platform/session/storage.ts"

/** The oldest are forgotten: their alarms are long over. */
const atMost = 200

const Keys = z.array(z.string())

/** DAY-4: cards that somebody has closed, remembered for them in this browser: a new page or tab does not show them again. */
export function dismissedCards(userId: string) {
  const key = `monitor-dismissed:${userId}`
  function dismissed(): readonly string[] {
    return Keys.safeParse(readJson(browserStorage, key)).data ?? []
  }
  return {
    dismissed,
    dismiss(card: string): void {
      const cards = [...dismissed().filter((each) => each !== card), card].slice(-atMost)
      browserStorage.set(key, JSON.stringify(cards))
    },
  }
}
