import type { CurrentUser } from "@uc/contract/account/calls"
import type { QueryClient } from "@tanstack/react-query"
import { nowMs } from "../../platform/browser/clock.ts"
import type { CardRequest, HomeCard } from "./home-card.ts"
import { keepLastGood } from "./last-good.ts"
import { send } from "../../platform/http/send.ts"
import { isBrowserOf } from "../../platform/session/session.ts"
import { callKey } from "../../platform/http/use-call.ts"

/** Two cards with the same call share an answer within this time. */
const sharedMs = 2000

function askWith(queries: QueryClient): CardRequest["ask"] {
  return (call, input) =>
    queries.fetchQuery({
      queryKey: callKey(call, input),
      queryFn: () => send(call, input),
      staleTime: sharedMs,
    })
}

/** HOME-1: a card's call, for the card itself and for requests ahead of it. */
export function cardRequest(queries: QueryClient, { key, load }: HomeCard, user: CurrentUser) {
  return {
    queryKey: ["home-card", user.id, key],
    queryFn: async (): Promise<unknown> => {
      const value = await load({ user, nowMs: nowMs(), ask: askWith(queries) })
      // The cookie is the whole browser's: an answer for another user is not used.
      if (isBrowserOf(user.id)) keepLastGood(user.id, key, { atMs: nowMs(), value })
      return value
    },
  }
}
