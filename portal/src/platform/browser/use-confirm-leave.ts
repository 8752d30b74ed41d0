import { useEffectEvent, useLayoutEffect, useRef } from "react"
import { createPath, NavigationType, useNavigate } from "react-router"
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
 * closing or reloading the tab (the router holds a typed place too, because `history-entries.ts` numbers it). Null: there is nothing to ask. The end of a session leads away whatever somebody has typed.
 * A function is asked at the step itself, while the component is shown.
 */
export function useConfirmLeave(
  unsaved: boolean | (() => boolean),
  { isKept = false, onBack }: LeaveOptions = {},
): ConfirmLeave | null {
  const isUnsaved = unsaved !== false
  const isStillUnsaved = () => (typeof unsaved === "function" ? unsaved() : unsaved)
  const isStepBack = useRef(false)
  const isLeaving = useRef(false)
  const typedPlace = useRef<string | null>(null)
  const navigate = useNavigate()
  const blocker = useBlockerAtOnce(({ currentLocation, nextLocation, historyAction }) => {
    typedPlace.current = isTypedStep() ? createPath(nextLocation) : null
    isStepBack.current = historyAction === NavigationType.Pop && !isTypedStep()
    return (
      !isLeaving.current &&
      storedUser() !== null &&
      (currentLocation.pathname !== nextLocation.pathname || (onBack !== undefined && isStepBack.current)) &&
      isStillUnsaved()
    )
  })

  useLayoutEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReloading()) event.preventDefault()
    }
    const endUnsaved = isKept ? undefined : unsavedWork()
    window.addEventListener("beforeunload", ask)
    return () => {
      endUnsaved?.()
      window.removeEventListener("beforeunload", ask)
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

  if (blocker?.state !== "blocked") return null
  // oxlint-disable-next-line react/refs -- set by the very step that is blocked
  if (onBack && isStepBack.current) return null
  return {
    leave() {
      const place = typedPlace.current
      if (place === null) return blocker.proceed()
      // Going forward again to its entry would count as a step that an open dialog takes for "back".
      isLeaving.current = true
      blocker.reset()
      void navigate(place)
    },
    stay: () => blocker.reset(),
  }
}
