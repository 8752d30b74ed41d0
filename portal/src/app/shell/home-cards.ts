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

/** About what the first screen shows; the others ask by themselves when they are drawn. */
const cardsAhead = 4

/** Whoever has nothing to show yet waits so long for the first answers, rather than draw an empty page and then draw it again. */
const patienceMs = 300

/**
 * Asked as soon as it is known who asks: while the page and what is around it are still on their way, the answers are too.
 * What goes wrong is the card's to say.
 */
export async function requestAhead(): Promise<void> {
  try {
    const user = storedUser() ?? (await fetchCurrentUser())
    const [first, ...others] = homeCardsFor(user).slice(0, cardsAhead)
    if (!first) return
    // Only so many travel at a time, and without the layout nothing is shown.
    const needed = [
      queries.prefetchQuery(layoutRequest.of(user)),
      queries.prefetchQuery(pinsRequest.of(user)),
      queries.prefetchQuery(cardRequest(queries, first, user)),
    ]
    for (const card of others) void queries.prefetchQuery(cardRequest(queries, card, user))
    if (lastGood(user.id, first.key, first.shape) !== null) return
    await Promise.race([Promise.all(needed), new Promise((resolve) => setTimeout(resolve, patienceMs))])
  } catch {
    // Nobody is signed in, and the guard leads away.
  }
}
