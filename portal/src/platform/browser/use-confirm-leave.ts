import { useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { NavigationType, useLocation, useNavigate } from "react-router"
import { isReloading } from "../http/reload-document.ts"
import { storedUser } from "../session/session.ts"
import { isTypedStep } from "./history-entries.ts"
import { unsavedWork } from "./unsaved-work.ts"
import { useBlockerAtOnce } from "./use-blocker-at-once.ts"

interface ConfirmLeave {
  readonly leave: () => void
  readonly stay: () => void
}

interface LeaveOptions {
  /** It survives a reload that the portal does itself, which then needs no question. */
  readonly isKept?: boolean
  /** It lies over the page: any step back, also one within the page, does this instead. */
  readonly onBack?: () => void
}

/**
 * What was typed is not lost by leaving without a question: by a link or "back", by a place typed behind the `#`, and by
 * closing or reloading the tab. Null: there is nothing to ask. The end of a session leads away whatever somebody has typed.
 * A function is asked at the step itself, while the component is shown.
 */
export function useConfirmLeave(
  unsaved: boolean | (() => boolean),
  { isKept = false, onBack }: LeaveOptions = {},
): ConfirmLeave | null {
  const isUnsaved = unsaved !== false
  const isStillUnsaved = () => (typeof unsaved === "function" ? unsaved() : unsaved)
  const isLeaving = useRef(false)
  const isStepBack = useRef(false)
  const blocker = useBlockerAtOnce(({ currentLocation, nextLocation, historyAction }) => {
    isStepBack.current = historyAction === NavigationType.Pop && !isTypedStep()
    return (
      !isLeaving.current &&
      storedUser() !== null &&
      (currentLocation.pathname !== nextLocation.pathname || (onBack !== undefined && isStepBack.current)) &&
      isStillUnsaved()
    )
  })
  const [typed, setTyped] = useState<string | null>(null)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const leadsAway = useEffectEvent(
    (place: string) => storedUser() !== null && place.split("?")[0] !== pathname,
  )

  useLayoutEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReloading()) event.preventDefault()
    }
    const endUnsaved = isKept ? undefined : unsavedWork()
    let isGoingBack = false
    // An address typed behind the `#` makes a history entry that the router has not made, and asks no blocker. So the router
    // does not see it: the entry is undone, and navigated to once that is confirmed.
    const hold = (event: PopStateEvent) => {
      const place = window.location.hash.slice(1)
      if (!isGoingBack && ((event.state ?? null) !== null || !leadsAway(place))) return
      event.stopImmediatePropagation()
      isGoingBack = !isGoingBack
      if (!isGoingBack) return
      setTyped(place)
      window.history.back()
    }
    window.addEventListener("beforeunload", ask)
    // Before the router, which listens without `capture`.
    window.addEventListener("popstate", hold, { capture: true })
    return () => {
      endUnsaved?.()
      window.removeEventListener("beforeunload", ask)
      window.removeEventListener("popstate", hold, { capture: true })
    }
  }, [isUnsaved, isKept])

  const goBack = useEffectEvent(() => {
    if (blocker?.state !== "blocked" || !onBack || !isStepBack.current) return
    blocker.reset()
    onBack()
  })
  useLayoutEffect(() => {
    if (blocker?.state === "blocked") goBack()
  }, [blocker?.state])

  if (blocker?.state === "blocked")
    // oxlint-disable-next-line react/refs -- set by the very step that is blocked
    return onBack && isStepBack.current
      ? null
      : { leave: () => blocker.proceed(), stay: () => blocker.reset() }
  if (typed === null) return null
  return {
    leave() {
      isLeaving.current = true
      void navigate(typed)
    },
    stay: () => setTyped(null),
  }
}
