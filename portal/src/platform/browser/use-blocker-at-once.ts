import { useContext, useEffectEvent, useId, useLayoutEffect } from "react"
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  type Blocker,
  type BlockerFunction,
} from "react-router"

/**
 * The router's `useBlocker`, which blocks only two renders after its component was drawn: on a slow machine a quick "back"
 * would take away what somebody has just typed. This one blocks from the first frame on.
 */
export function useBlockerAtOnce(shouldBlock: BlockerFunction): Blocker | undefined {
  const router = useContext(DataRouterContext)?.router
  const key = useId()
  const isBlocked = useEffectEvent(shouldBlock)
  useLayoutEffect(() => {
    if (!router) throw new Error("Nothing to block: there is no router above")
    router.getBlocker(key, (step) => isBlocked(step))
    return () => router.deleteBlocker(key)
  }, [router, key])
  return useContext(DataRouterStateContext)?.blockers.get(key)
}
