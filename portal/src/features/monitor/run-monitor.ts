import { monitorKinds } from "@uc/contract/alarms/calls"
import { createStore } from "zustand/vanilla"
import type { MonitorOrder } from "./monitor-client.ts"
import type { LoadLists } from "./request-lists.ts"
import { cardsOf, newCards, off, reduceMonitor, type Monitor, type MonitorEvent } from "./monitor.ts"
import { type EntryLists, type MonitorEntry } from "./monitor-entry.ts"
import { paceFrom, reducePace, waitMs, type Pace, type PaceEvent } from "./poll-interval.ts"
import type { Locks } from "../../platform/realtime/elect-leader.ts"
import {
  isTabHidden,
  leadVisibleTab,
  postToTabs,
  type TabChannel,
} from "../../platform/realtime/lead-visible-tab.ts"

/** The clock is read every second; a gap like this means that the computer has slept. */
const sleepGapMs = 10_000

export interface Watched {
  readonly monitor: Monitor
  readonly pace: Pace
}

/** What the leading tab sends to the others, and what any tab sends about its cards. */
type Message =
  | {
      readonly type: "lists"
      readonly lists: EntryLists
      readonly pace: Pace
      /** The server's clock. */
      readonly nowMs: number
    }
  | { readonly type: "listsWanted" }
  | { readonly type: "cardClosed"; readonly kind: MonitorEntry["kind"]; readonly id: string }

/** The effects, so that a test can have its own. */
export interface Parts {
  readonly order: MonitorOrder
  /** Tabs that watch the same area are one client. */
  readonly name: string
  readonly ask: LoadLists
  readonly listen: (onEvent: () => void) => () => void
  readonly locks: Locks | undefined
  readonly channel: TabChannel | null
  /** DAY-4: which cards were closed, for all tabs of this browser and its next pages. */
  readonly memory: { dismissed(): readonly string[]; dismiss(key: string): void }
  /** Called in the leading tab alone. */
  readonly onNew: (entry: MonitorEntry) => void
  readonly nowMs: () => number
  readonly chance: () => number
}

export interface RunningMonitor {
  readonly subscribe: (listener: () => void) => () => void
  readonly watched: () => Watched
  readonly happened: (event: MonitorEvent) => void
  readonly stop: () => void
}

/** Polls, listens, leads or follows, and passes what it gets to the two reducers (`reduceMonitor`, `reducePace`). */
export function runMonitor(parts: Parts): RunningMonitor {
  const { order, channel, memory, nowMs } = parts
  const { intervalMs } = order.options
  const store = createStore<Watched>(() => ({
    monitor: reduceMonitor(off, {
      type: "started",
      callback: order.callback,
      dismissed: memory.dismissed(),
    }),
    pace: paceFrom(nowMs(), intervalMs),
  }))
  let isOver = false
  let isLeading = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopListening: (() => void) | undefined

  function say(message: Message): void {
    postToTabs(channel, message)
  }

  function dispatchPace(event: PaceEvent): void {
    store.setState(({ pace }) => ({ pace: reducePace(pace, event) }))
  }

  function dispatch(event: MonitorEvent): void {
    const { monitor } = store.getState()
    const after = reduceMonitor(monitor, event)
    store.setState({ monitor: after })
    rememberDismissed(monitor, after)
    if (isLeading) for (const entry of newCards(monitor, after)) parts.onNew(entry)
  }

  /** DAY-4: what was closed is not opened again by a new page; what was merely shown is. */
  function rememberDismissed(before: Monitor, after: Monitor): void {
    if (before.at === "off" || after.at === "off") return
    const known = new Set([...before.dismissed, ...memory.dismissed()])
    for (const key of after.dismissed) if (!known.has(key)) memory.dismiss(key)
  }

  function takeLists(lists: Partial<EntryLists>, serverMs: number): void {
    dispatch({ type: "polled", lists, nowMs: serverMs, dismissed: memory.dismissed() })
  }

  let aheadMs = 0

  function sendLists(): void {
    const { monitor, pace } = store.getState()
    if (monitor.at !== "off") say({ type: "lists", lists: monitor.lists, pace, nowMs: nowMs() + aheadMs })
  }

  function schedule(delayMs = waitMs(store.getState().pace, isTabHidden(), parts.chance())): void {
    clearTimeout(timer)
    if (isLeading && !isOver) timer = setTimeout(() => void poll(), delayMs)
  }

  async function poll(): Promise<void> {
    // WARN-7: never two at a time.
    if (store.getState().pace.isAsking) return
    dispatchPace({ type: "asked" })
    const [oldest = null] = cardsOf(store.getState().monitor)
      .flatMap((card) => (card.kind === "warning" ? [card.item.createtime] : []))
      .toSorted()
    const answers = await parts.ask(oldest)
    if (isOver) return
    dispatchPace(
      answers.isWhole ? { type: "answered", nowMs: nowMs(), isHidden: isTabHidden() } : { type: "failed" },
    )
    aheadMs = answers.nowMs - nowMs()
    takeLists(answers.lists, answers.nowMs)
    sendLists()
    schedule()
    const late = await answers.late
    if (late === null || isOver) return
    takeLists(late, nowMs() + aheadMs)
    sendLists()
  }

  function pollNow(): void {
    if (!isLeading || isOver) return
    const { isAsking } = store.getState().pace
    dispatchPace({ type: "nudged" })
    if (!isAsking) schedule(0)
  }

  const stopLeading = leadVisibleTab<Message>({
    name: parts.name,
    locks: parts.locks,
    channel,
    withoutLocks: "eachLeads",
    onLead(to) {
      isLeading = to
      stopListening?.()
      stopListening = undefined
      clearTimeout(timer)
      if (!to || isOver) return
      stopListening = parts.listen(pollNow)
      schedule(0)
    },
    onMessage(message) {
      switch (message.type) {
        case "lists":
          if (isLeading) return
          store.setState(({ pace }) => ({ pace: { ...message.pace, isAsking: pace.isAsking } }))
          return takeLists(withoutUnknown(message.lists), message.nowMs)
        case "listsWanted":
          if (isLeading) sendLists()
          return
        case "cardClosed":
          return dispatch(message)
      }
    },
    onVisible: pollNow,
  })
  say({ type: "listsWanted" })

  window.addEventListener("online", pollNow)

  let lastTickMs = nowMs()
  const sleepCheck = setInterval(() => {
    const tickMs = nowMs()
    // Browsers slow the clocks of hidden pages down, which is no sleep.
    if (tickMs - lastTickMs > sleepGapMs && !isTabHidden()) pollNow()
    lastTickMs = tickMs
  }, 1000)

  return {
    subscribe: store.subscribe,
    watched: store.getState,
    happened(event) {
      if (event.type === "cardClosed") say(event)
      dispatch(event)
    },
    stop() {
      isOver = true
      clearTimeout(timer)
      clearInterval(sleepCheck)
      stopListening?.()
      stopLeading()
      window.removeEventListener("online", pollNow)
      channel?.close()
    },
  }
}

/** A list that the leader has not loaded yet is not an empty one. */
function withoutUnknown(lists: EntryLists): Partial<EntryLists> {
  return Object.fromEntries(monitorKinds.flatMap((kind) => (lists[kind] ? [[kind, lists[kind]]] : [])))
}
