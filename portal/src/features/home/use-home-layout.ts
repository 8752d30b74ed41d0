import type { Call, OutputOf } from "@uc/contract/core/call"
import type { HomePins, UserCustom } from "@uc/contract/home/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useQuery, type UseQueryResult } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import type { Failure } from "../../platform/http/failure.ts"
import { lastGood } from "./last-good.ts"
import { layoutRequest, pinsRequest } from "./layout-request.ts"

/** Cards whose position may change wait for the layout, but no longer than this. */
const patienceMs = 1000
/** A call that was made ahead of the page is not repeated. */
const freshMs = 5000
const noPins: HomePins = { pinned: [], own: null }

interface StoredRequest<C extends Call> {
  readonly name: string
  readonly call: C
  readonly of: (user: CurrentUser) => {
    readonly queryKey: readonly unknown[]
    readonly queryFn: () => Promise<OutputOf<C>>
  }
}

/** Begins with this browser's last answer. */
function useKept<C extends Call>(
  { name, call, of }: StoredRequest<C>,
  user: CurrentUser,
  isAlwaysAsked: boolean,
): UseQueryResult<OutputOf<C>, Failure> {
  const [kept] = useState(() => lastGood(user.id, name, call.output))
  return useQuery<OutputOf<C>, Failure>({
    ...of(user),
    // zod answers `unknown` for a shape that is known only by its type.
    ...(kept && { initialData: () => kept.value as OutputOf<C>, initialDataUpdatedAt: kept.atMs }),
    refetchOnMount: ({ state }) =>
      !isAlwaysAsked && nowMs() - state.dataUpdatedAt < freshMs ? false : "always",
  })
}

export interface HomeLayout {
  /** What the user has saved; null: nothing. */
  readonly saved: UserCustom | null
  readonly pins: HomePins
  /** Whether the positions of the cards are known. */
  readonly isSettled: boolean
  /** Whether the server has answered this time. */
  readonly isFresh: boolean
  readonly failure: Failure | null
  readonly refetch: () => Promise<UserCustom | null>
}

/** HOME-3. `isAlwaysAsked`: who is about to change it needs the newest. */
export function useHomeLayout(user: CurrentUser, { isAlwaysAsked = false } = {}): HomeLayout {
  const customs = useKept(layoutRequest, user, isAlwaysAsked)
  const pins = useKept(pinsRequest, user, isAlwaysAsked)
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const isKnown = !customs.isPending && !pins.isPending
  return {
    saved: customs.data?.[0] ?? null,
    pins: pins.data ?? noPins,
    isSettled: isKnown || !isWaiting,
    isFresh: customs.isFetchedAfterMount && pins.isFetchedAfterMount,
    failure: customs.error ?? pins.error,
    refetch: async () => {
      const [{ data }] = await Promise.all([customs.refetch(), pins.refetch()])
      return data?.[0] ?? null
    },
  }
}
