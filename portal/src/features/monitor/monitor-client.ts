import type { MonitorKind, ShownWarning } from "@uc/contract/alarms/calls"
import type { ShownDrill } from "@uc/contract/drills/calls"
import type { MonitorOptions } from "@uc/contract/monitor/options"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { watchUser } from "../../platform/session/session.ts"
import { tabStorage } from "../../platform/session/storage.ts"

/** WARN-5: hears which item was pressed. */
export type MonitorCallback = (item: ShownWarning | ShownDrill, kind: MonitorKind) => void

export interface MonitorOrder {
  readonly options: MonitorOptions
  readonly callback: MonitorCallback | null
  /** Of another page that asked for it, and ends with that page. */
  readonly signal?: AbortSignal | undefined
}

interface Orders {
  /** The portal's own, for those whose role watches. */
  readonly own: MonitorOrder | null
  /** A helper's caller has another one; the portal's own goes on once it is over. */
  readonly asked: MonitorOrder | null
}

const none: Orders = { own: null, asked: null }
const store = createStore<Orders>(() => none)
watchUser((user) => {
  if (user === null) store.setState(none, true)
})

/** Who has closed it, for as long as the tab lives: a new page does not bring it back. */
const closedKey = "monitor-closed"

export function isMonitorClosedBy(userId: string): boolean {
  return tabStorage.get(closedKey) === userId
}

export function startOwnMonitor(callback: MonitorCallback): void {
  // The shell comes and goes with the pages that have none; what runs goes on.
  if (store.getState().own) return
  tabStorage.remove(closedKey)
  store.setState({ own: { options: {}, callback } })
}

/** DLG-4: the last one who asks has it. The signal ends with the page that asked. */
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

/** By whoever asked for it: what another page has asked for is not this one's to stop. */
export function stopMonitor(signal?: AbortSignal): void {
  if (store.getState().asked?.signal === signal) store.setState({ asked: null })
}

/** WARN-4: by the person, who closes the bar: nothing is shown, and nobody called back, until it is started again. */
export function closeMonitor(userId: string): void {
  tabStorage.set(closedKey, userId)
  store.setState(none, true)
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
