import type { Call, InputOf, OutputOf } from "@uc/contract/call"
import { layoutCalls, type HomePins, type UserCustom } from "@uc/contract/layout"
import type { CurrentUser } from "@uc/contract/session"
import { useQuery, type UseQueryResult } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { nowMs } from "../../platform/clock.ts"
import type { Failure } from "../../platform/failure.ts"
import { keepLastGood, lastGood } from "../../platform/last-good.ts"
import { send } from "../../platform/send.ts"
import { isBrowserOf } from "../../platform/session.ts"
import { callKey } from "../../platform/use-call.ts"

/** Cards that would come to stand elsewhere when the layout is there are not shown before; but nobody waits longer. */
const patienceMs = 1000
const noPins: HomePins = { pinned: [], own: null }

/** Begins with what this browser was told last. */
function useKept<C extends Call>(
  user: CurrentUser,
  name: string,
  call: C,
  input: InputOf<C>,
): UseQueryResult<OutputOf<C>, Failure> {
  const [kept] = useState(() => lastGood(user.id, name, call.output))
  return useQuery<OutputOf<C>, Failure>({
    queryKey: callKey(call, input),
    queryFn: async ({ signal }) => {
      const value = await send(call, input, { signal })
      if (isBrowserOf(user.id)) keepLastGood(user.id, name, { atMs: nowMs(), value })
      return value
    },
    // zod answers `unknown` for a shape that is known only by its type.
    ...(kept && { initialData: () => kept.value as OutputOf<C>, initialDataUpdatedAt: kept.atMs }),
    refetchOnMount: "always",
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

/** HOME-3. */
export function useHomeLayout(user: CurrentUser): HomeLayout {
  const customs = useKept(user, "#layout", layoutCalls.list, { type: "home" })
  const pins = useKept(user, "#pins", layoutCalls.pins, {})
  const [isPatient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const isKnown = !customs.isPending && !pins.isPending
  return {
    saved: customs.data?.[0] ?? null,
    pins: pins.data ?? noPins,
    isSettled: isKnown || !isPatient,
    isFresh: customs.isFetchedAfterMount && pins.isFetchedAfterMount,
    failure: customs.error ?? pins.error,
    refetch: async () => {
      const [{ data }] = await Promise.all([customs.refetch(), pins.refetch()])
      return data?.[0] ?? null
    },
  }
}
