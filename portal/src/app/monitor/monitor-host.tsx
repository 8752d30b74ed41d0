import { monitorMessages } from "@uc/contract/monitor/messages"
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ComponentType } from "react"
import type { DataRouter } from "react-router"
import { loadChunk, needsReload } from "../../platform/http/load-chunk.ts"
import { useMonitorOrder, type MonitorOrder } from "../../features/monitor/monitor-client.ts"
import { useUser } from "../../platform/session/session.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { staticRouteAt } from "../routing/routes.ts"
import css from "./monitor-host.module.css"

const againMs = 10_000

type Dock = ComponentType<{ readonly order: MonitorOrder; readonly userId: string }>

/**
 * Shows the monitor above every page once it is started, but not over one that shows alarms itself (the big screen). Its code is
 * loaded with the first start.
 */
export function MonitorHost({ router }: { readonly router: DataRouter }) {
  const path = useSyncExternalStore(
    (onChange) => router.subscribe(onChange),
    () => router.state.location.pathname,
  )
  const order = useMonitorOrder()
  const user = useUser()
  const [dock, setDock] = useState<{ readonly Dock: Dock } | null>(null)
  const isWanted = order !== null && user !== null && !staticRouteAt(path)?.showsAlarms

  useEffect(() => {
    if (!isWanted || dock) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function load(): Promise<void> {
      try {
        const { MonitorDock } = await loadChunk(() => import("../../features/monitor/monitor-dock.tsx"))
        if (!isGone) setDock({ Dock: MonitorDock })
      } catch (error) {
        console.error(error)
        if (isGone) return
        // A monitor that is silently missing would look like safety.
        const { loadNeedsReload, loadFailed } = monitorMessages
        showToast("error", needsReload(error) ? loadNeedsReload : loadFailed)
        timer = setTimeout(() => void load(), againMs)
      }
    }
    void load()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isWanted, dock])

  if (!isWanted || !dock) return null
  return (
    <ErrorBoundary place="monitor" drawnFrom={order} renderBroken={(retry) => <Broken onRetry={retry} />}>
      <dock.Dock order={order} userId={user.id} />
    </ErrorBoundary>
  )
}

/** Stays on screen: a monitor that stopped must not look like safety. Nobody may be there to press, so it tries again by itself. */
function Broken({ onRetry }: { readonly onRetry: () => void }) {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const timer = setTimeout(() => retry(), againMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={css.broken} role="alert">
      <Icon name="danger" />
      <p>{monitorMessages.broken}</p>
      <Button onClick={onRetry}>重试</Button>
    </div>
  )
}
