import type { Call, OutputOf } from "@uc/contract/core/call"
import type { HomePins, UserCustom } from "@uc/contract/home/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useQuery, type UseQueryResult } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import type { Failure } from "../../platform/http/failure.ts"
import { lastGood } from "./last-good.ts"
import { layoutRequest, pinsRequest } from "./layout-request.ts"

/** Cards that would come to stand elsewhere when the layout is there are not shown before; but nobody waits longer. */
const patienceMs = 1000
/** What was asked ahead of the page is not asked again by it. */
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

/** Begins with what this browser was told last. */
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
  /** Whether it is known where the cards stand. */
  readonly isSettled: boolean
  /** Whether the server has said so, this time. */
  readonly isFresh: boolean
  readonly failure: Failure | null
  readonly refetch: () => Promise<UserCustom | null>
}

/** HOME-3. `isAlwaysAsked`: for whoever is about to change it, what was true a moment ago is not enough. */
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
