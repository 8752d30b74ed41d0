import { cardQuestion } from "../platform/card-question.ts"
import { fetchCurrentUser } from "../platform/current-user.ts"
import { homeCardsFor, keepHomeCards, type HomeCard } from "../platform/home-card.ts"
import { layoutQuestion, pinsQuestion } from "../platform/layout-question.ts"
import { storedUser } from "../platform/session.ts"
import { queries } from "./queries.ts"

/** HOME-1: a card is a file `features/<noun>/<name>.card.tsx` that exports `card`. All come in one chunk: each is small. */
const modules = import.meta.glob<{ readonly card: HomeCard }>("../features/*/*.card.tsx", { eager: true })

keepHomeCards(
  Object.values(modules)
    .map(({ card }) => card)
    .toSorted((one, other) => one.order - other.order),
)

/** About what the first screen shows; the others ask by themselves when they are drawn. */
const cardsAhead = 6

/**
 * Asked as soon as it is known who asks: while the page and what is around it are still being drawn, the answers are on
 * their way. What goes wrong is the card's to say.
 */
export async function askAhead(): Promise<void> {
  try {
    const user = storedUser() ?? (await fetchCurrentUser())
    // Only so many travel at a time, and without the layout nothing is shown.
    void queries.prefetchQuery(layoutQuestion.of(user))
    void queries.prefetchQuery(pinsQuestion.of(user))
    for (const card of homeCardsFor(user).slice(0, cardsAhead))
      void queries.prefetchQuery(cardQuestion(queries, card, user))
  } catch {
    // Nobody is signed in, and the guard leads away.
  }
}
