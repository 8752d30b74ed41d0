import { useEffect, useState, type ComponentType } from "react"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { useUser } from "../../platform/session/session.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { whenIdle } from "../loading/when-idle.ts"

const againMs = 10_000

/** DAY-2: for everybody who is signed in. Its code is loaded when the page is idle. */
export function ToldHost() {
  const user = useUser()
  const [dock, setDock] = useState<{ readonly Dock: ComponentType } | null>(null)
  // A portal inside a portal: the outer one tells.
  const isWanted = user !== null && !user.isParent && window.parent === window

  useEffect(() => {
    if (!isWanted || dock) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function load(): Promise<void> {
      try {
        const { ToldDock } = await loadChunk(() => import("../../features/awareness/told-dock.tsx"))
        if (!isGone) setDock({ Dock: ToldDock })
      } catch (error) {
        console.error(error)
        if (!isGone) timer = setTimeout(() => void load(), againMs)
      }
    }
    const cancel = whenIdle(() => void load())
    return () => {
      isGone = true
      cancel()
      clearTimeout(timer)
    }
  }, [isWanted, dock])

  if (!isWanted || !dock) return null
  return (
    <ErrorBoundary place="told" drawnFrom={user.id}>
      <dock.Dock key={user.id} />
    </ErrorBoundary>
  )
}
