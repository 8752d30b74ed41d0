import { useEffect } from "react"
import { useBlocker, useNavigate } from "react-router"
import { storedUser } from "../../platform/session.ts"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"

/**
 * Somebody types another place behind the `#`: the document stays, and the router, which has no step of its history for it,
 * asks its blockers nothing. So the step is taken back and taken again as one of the router's.
 */
function useTypedAddress(isUnsaved: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isUnsaved) return
    function onStep(event: PopStateEvent) {
      if (event.state !== null) return
      event.stopImmediatePropagation()
      const wanted = window.location.hash.slice(1)
      window.addEventListener("popstate", () => void navigate(wanted), { once: true })
      window.history.back()
    }
    // Ahead of the router's own.
    window.addEventListener("popstate", onStep, { capture: true })
    return () => window.removeEventListener("popstate", onStep, { capture: true })
  }, [isUnsaved, navigate])
}

/** What was typed is not lost by leaving without a question: inside the portal, and by closing or reloading the tab. */
export function LeaveQuestion({ isUnsaved }: { readonly isUnsaved: boolean }) {
  // The end of a session leads away whatever somebody has typed.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && storedUser() !== null && currentLocation.pathname !== nextLocation.pathname,
  )
  useTypedAddress(isUnsaved)
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", ask)
    return () => window.removeEventListener("beforeunload", ask)
  }, [isUnsaved])
  if (blocker.state !== "blocked") return null
  return (
    <ConfirmDialog
      title="有未保存的修改"
      words="离开此页，尚未保存的域名会丢失。"
      confirm="离开"
      onConfirm={async () => {
        blocker.proceed()
        return null
      }}
      onClose={() => blocker.reset?.()}
    />
  )
}
