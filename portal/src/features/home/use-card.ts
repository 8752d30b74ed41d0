import type { CurrentUser } from "@uc/contract/account/calls"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { cardRequest } from "./card-request.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import type { HomeCard } from "./home-card.ts"
import { lastGood } from "./last-good.ts"

/** After so long in the background the numbers are loaded again. */
const staleMs = 60_000
/** A call that was made ahead of the page is not repeated. */
const freshMs = 5000

interface LoadedCard {
  readonly data: unknown
  /** When the data was loaded; 0: there is none yet. */
  readonly atMs: number
  readonly isLoading: boolean
  readonly failure: Error | null
  readonly refetch: () => unknown
}

/** HOME-1: each card by itself; it begins with its last answer. */
export function useCard(card: HomeCard, user: CurrentUser): LoadedCard {
  const queries = useQueryClient()
  const [kept] = useState(() => lastGood(user.id, card.key, card.shape))
  const { data, dataUpdatedAt, isFetching, error, refetch } = useQuery({
    ...cardRequest(queries, card, user),
    ...(kept && { initialData: kept.value, initialDataUpdatedAt: kept.atMs }),
    staleTime: staleMs,
    refetchOnMount: ({ state }) => (nowMs() - state.dataUpdatedAt < freshMs ? false : "always"),
    refetchOnWindowFocus: true,
  })
  return { data, atMs: dataUpdatedAt, isLoading: isFetching, failure: error, refetch }
}
