import { useEffect } from "react"
import { useBlocker } from "react-router"
import { storedUser } from "../../platform/session.ts"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"

/** What was typed is not lost by leaving without a question: inside the portal, and by closing or reloading the tab. */
export function LeaveQuestion({ isUnsaved }: { readonly isUnsaved: boolean }) {
  // The end of a session leads away whatever somebody has typed.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && storedUser() !== null && currentLocation.pathname !== nextLocation.pathname,
  )
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
