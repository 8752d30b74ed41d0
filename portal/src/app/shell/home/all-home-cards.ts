import type { HomeCard } from "../../../features/home/home-card.ts"

/** HOME-1: a card is a file `<name>.card.tsx` in the folder of its feature that exports `card`. All come in one chunk: each is small. */
const modules = import.meta.glob<{ readonly card: HomeCard }>("../../../features/**/*.card.tsx", {
  eager: true,
})

export const allHomeCards: readonly HomeCard[] = Object.values(modules)
  .map(({ card }) => card)
  .toSorted((one, other) => one.order - other.order)
