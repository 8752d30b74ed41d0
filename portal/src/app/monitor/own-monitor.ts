import { watches } from "@uc/contract/monitor/options"
import { useEffect } from "react"
import { useNavigate, type NavigateFunction } from "react-router"
import {
  isMonitorClosedBy,
  startOwnMonitor,
  type MonitorCallback,
} from "../../features/monitor/monitor-client.ts"
import { useUser } from "../../platform/session/session.ts"
import { whenIdle } from "../loading/when-idle.ts"

/** Pressing an item opens its page, unless a page that started the monitor handles it. */
export function leadTo(navigate: NavigateFunction): MonitorCallback {
  return (item) =>
    void navigate("uuid" in item ? `/main/alarms?alarm=${encodeURIComponent(item.uuid)}` : "/main/drills")
}

/** Starts by itself for roles that watch alarms, unless they have closed it. */
export function useOwnMonitor(): void {
  const user = useUser()
  const navigate = useNavigate()
  const userId = user !== null && watches(user) ? user.id : null
  useEffect(() => {
    // A portal inside a portal: the outer one watches.
    if (userId === null || window.parent !== window || isMonitorClosedBy(userId)) return
    return whenIdle(() => startOwnMonitor(leadTo(navigate)))
  }, [userId, navigate])
}
