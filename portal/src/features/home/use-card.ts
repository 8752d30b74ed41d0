import type { CurrentUser } from "@uc/contract/session"
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { nowMs } from "../../platform/clock.ts"
import type { CardQuestion, HomeCard } from "../../platform/home-card.ts"
import { keepLastGood, lastGood } from "../../platform/last-good.ts"
import { send } from "../../platform/send.ts"
import { isBrowserOf } from "../../platform/session.ts"
import { callKey } from "../../platform/use-call.ts"

/** Whoever comes back to the tab after so long sees today's numbers and not this morning's. */
const staleMs = 60_000
/** Two cards that show the same answer ask within this time of each other. */
const sharedMs = 2000

interface LoadedCard {
  readonly data: unknown
  /** When the data came; 0: there is none yet. */
  readonly atMs: number
  readonly isLoading: boolean
  readonly failure: Error | null
  readonly refetch: () => unknown
}

function askWith(queries: QueryClient): CardQuestion["ask"] {
  return (call, input) =>
    queries.fetchQuery({
      queryKey: callKey(call, input),
      queryFn: () => send(call, input),
      staleTime: sharedMs,
    })
}

/** HOME-1: each card by itself; it begins with what it showed last. */
export function useCard({ key, shape, load }: HomeCard, user: CurrentUser): LoadedCard {
  const queries = useQueryClient()
  const [kept] = useState(() => lastGood(user.id, key, shape))
  const { data, dataUpdatedAt, isFetching, error, refetch } = useQuery({
    queryKey: ["home-card", user.id, key],
    queryFn: async () => {
      const value = await load({ user, nowMs: nowMs(), ask: askWith(queries) })
      // The cookie is the whole browser's: what somebody else was answered is not this one's.
      if (isBrowserOf(user.id)) keepLastGood(user.id, key, { atMs: nowMs(), value })
      return value
    },
    ...(kept && { initialData: kept.value, initialDataUpdatedAt: kept.atMs }),
    staleTime: staleMs,
    refetchOnMount: "always",
    refetchOnWindowFocus: true,
  })
  return { data, atMs: dataUpdatedAt, isLoading: isFetching, failure: error, refetch }
}
