import type { MonitorKind, ShownWarning } from "@uc/contract/alarms/calls"
import type { ShownDrill } from "@uc/contract/drills/calls"
import type { MonitorOptions } from "@uc/contract/monitor/options"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { watchUser } from "../../platform/session/session.ts"
import { tabStorage } from "../../platform/session/storage.ts"

/** WARN-5: called with the pressed item. */
export type MonitorCallback = (item: ShownWarning | ShownDrill, kind: MonitorKind) => void

export interface MonitorOrder {
  readonly options: MonitorOptions
  readonly callback: MonitorCallback | null
  /** Started by a hosted page, and ends with it. */
  readonly signal?: AbortSignal | undefined
}

interface Orders {
  /** The portal's own, for roles that watch alarms. */
  readonly own: MonitorOrder | null
  /** Started by a helper's caller; the portal's own goes on after it. */
  readonly asked: MonitorOrder | null
}

const none: Orders = { own: null, asked: null }
const store = createStore<Orders>(() => none)
watchUser((user) => {
  if (user === null) store.setState(none, true)
})

/** Who has closed it, for the life of the tab: a new page does not open it again. */
const closedKey = "monitor-closed"

export function isMonitorClosedBy(userId: string): boolean {
  return tabStorage.get(closedKey) === userId
}

export function startOwnMonitor(callback: MonitorCallback): void {
  // The shell is missing on some pages; the monitor goes on.
  if (store.getState().own) return
  tabStorage.remove(closedKey)
  store.setState({ own: { options: {}, callback } })
}

/** DLG-4: the last caller has it. The signal ends with the page that called. */
export function startMonitor(
  options: MonitorOptions,
  callback: MonitorCallback | null,
  signal?: AbortSignal,
): void {
  if (signal?.aborted) return
  const asked: MonitorOrder = { options, callback, signal }
  tabStorage.remove(closedKey)
  store.setState({ asked })
  signal?.addEventListener("abort", () => {
    stopMonitor(signal)
  })
}

/** By its caller: another page's monitor can't be stopped. */
export function stopMonitor(signal?: AbortSignal): void {
  if (store.getState().asked?.signal === signal) store.setState({ asked: null })
}

/**
 * WARN-4: the person switches it off: nothing is shown or called back until it is started again. Returns what takes it back
 * (DAY-4), which does nothing where another one runs by then or its page has gone.
 */
export function closeMonitor(userId: string): () => void {
  const before = store.getState()
  tabStorage.set(closedKey, userId)
  store.setState(none, true)
  return () => {
    if (tabStorage.get(closedKey) !== userId || monitorOrder() !== null) return
    tabStorage.remove(closedKey)
    store.setState({ ...before, asked: before.asked?.signal?.aborted ? null : before.asked }, true)
  }
}

function current({ own, asked }: Orders): MonitorOrder | null {
  return asked ?? own
}

export function monitorOrder(): MonitorOrder | null {
  return current(store.getState())
}

export function useMonitorOrder(): MonitorOrder | null {
  return useStore(store, current)
}
