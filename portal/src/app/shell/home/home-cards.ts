import { cardRequest } from "../../../features/home/card-request.ts"
import { card as firstCard } from "../../../features/daily-stats/today.card.tsx"
import { fetchCurrentUser } from "../../../platform/session/current-user.ts"
import { keepFirstCard, loadHomeCards } from "../../../features/home/home-card.ts"
import { lastGood } from "../../../features/home/last-good.ts"
import { layoutRequest, pinsRequest } from "../../../features/home/layout-request.ts"
import { loadChunk } from "../../../platform/http/load-chunk.ts"
import { storedUser } from "../../../platform/session/session.ts"
import { queries } from "../../loading/queries.ts"

// OPS-9: everybody's home begins with this card. The others are a third of what home consists of, and are loaded when it is drawn.
keepFirstCard(firstCard, async () => (await loadChunk(() => import("./all-home-cards.ts"))).allHomeCards)

export { loadHomeCards }

/** Without stored answers the page waits so long for the first ones, rather than be drawn empty first. */
const patienceMs = 300

/** Requested as soon as the user is known, while the page and the shell are still loading. A failure is shown by the card. */
export async function requestAhead(): Promise<void> {
  try {
    const user = storedUser() ?? (await fetchCurrentUser())
    const needed = [
      queries.prefetchQuery(layoutRequest.of(user)),
      queries.prefetchQuery(pinsRequest.of(user)),
      queries.prefetchQuery(cardRequest(queries, firstCard, user)),
    ]
    if (lastGood(user.id, firstCard.key, firstCard.shape) !== null) return
    await Promise.race([Promise.all(needed), new Promise((resolve) => setTimeout(resolve, patienceMs))])
  } catch {
    // Nobody is signed in, and the guard redirects.
  }
}
