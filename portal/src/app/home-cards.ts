import { keepHomeCards, type HomeCard } from "../platform/home-card.ts"

/** HOME-1: a card is a file `features/<noun>/<name>.card.tsx` that exports `card`. All come in one chunk: each is small. */
const modules = import.meta.glob<{ readonly card: HomeCard }>("../features/*/*.card.tsx", { eager: true })

keepHomeCards(
  Object.values(modules)
    .map(({ card }) => card)
    .toSorted((one, other) => one.order - other.order),
)
