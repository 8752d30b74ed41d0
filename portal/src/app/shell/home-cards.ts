import { cardRequest } from "../../features/home/card-request.ts"
import { fetchCurrentUser } from "../../platform/session/current-user.ts"
import { homeCardsFor, keepHomeCards, type HomeCard } from "../../features/home/home-card.ts"
import { lastGood } from "../../features/home/last-good.ts"
import { layoutRequest, pinsRequest } from "../../features/home/layout-request.ts"
import { storedUser } from "../../platform/session/session.ts"
import { queries } from "../loading/queries.ts"

/** HOME-1: a card is a file `<name>.card.tsx` in the folder of its feature that exports `card`. All come in one chunk: each is small. */
const modules = import.meta.glob<{ readonly card: HomeCard }>("../../features/**/*.card.tsx", { eager: true })

keepHomeCards(
  Object.values(modules)
    .map(({ card }) => card)
    .toSorted((one, other) => one.order - other.order),
)

/** About as many as the first screen shows; the others load when they are drawn. */
const cardsAhead = 4

/** Without stored answers the page waits so long for the first ones, rather than be drawn empty first. */
const patienceMs = 300

/** Requested as soon as the user is known, while the page and the shell are still loading. A failure is shown by the card. */
export async function requestAhead(): Promise<void> {
  try {
    const user = storedUser() ?? (await fetchCurrentUser())
    const [first, ...others] = homeCardsFor(user).slice(0, cardsAhead)
    if (!first) return
    // Requests are limited in number, and without the layout nothing is shown.
    const needed = [
      queries.prefetchQuery(layoutRequest.of(user)),
      queries.prefetchQuery(pinsRequest.of(user)),
      queries.prefetchQuery(cardRequest(queries, first, user)),
    ]
    for (const card of others) void queries.prefetchQuery(cardRequest(queries, card, user))
    if (lastGood(user.id, first.key, first.shape) !== null) return
    await Promise.race([Promise.all(needed), new Promise((resolve) => setTimeout(resolve, patienceMs))])
  } catch {
    // Nobody is signed in, and the guard redirects.
  }
}
