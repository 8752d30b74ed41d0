import type { CurrentUser } from "@uc/contract/account/calls"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { cardRequest } from "./card-request.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import type { HomeCard } from "./home-card.ts"
import { lastGood } from "./last-good.ts"
import { onEventSpread } from "../../platform/realtime/on-event-spread.ts"

/** After so long in the background the numbers are loaded again. */
const staleMs = 60_000
/** A call that was made ahead of the page is not repeated. */
const freshMs = 5000

/** A stream that opens sends every topic; what was loaded at the start is as new as that. */
const justLoadedMs = 5000
const beganMs = nowMs()

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
    // What an earlier document has stored is never new enough, however young: its reader may have reloaded to see what is new.
    refetchOnMount: ({ state }) =>
      state.dataUpdatedAt >= beganMs && nowMs() - state.dataUpdatedAt < freshMs ? false : "always",
    refetchOnWindowFocus: true,
  })
  const { refreshedBy } = card
  useEffect(() => {
    if (refreshedBy === undefined) return undefined
    const ends = refreshedBy.map((topic) =>
      onEventSpread(topic, () => {
        if (nowMs() - beganMs >= justLoadedMs) void refetch()
      }),
    )
    return () => ends.forEach((end) => end())
  }, [refreshedBy, refetch])
  return { data, atMs: dataUpdatedAt, isLoading: isFetching, failure: error, refetch }
}
