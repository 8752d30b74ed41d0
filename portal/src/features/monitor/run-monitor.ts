import { alertKinds } from "@uc/contract/alarms/calls"
import { createStore } from "zustand/vanilla"
import type { MonitorOrder } from "./monitor-client.ts"
import type { AskLists } from "./request-lists.ts"
import {
  cardsOf,
  newCards,
  off,
  reduceMonitor,
  type Alert,
  type AlertLists,
  type Monitor,
  type MonitorEvent,
} from "./monitor.ts"
import { paceFrom, reducePace, waitMs, type Pace, type PaceEvent } from "./poll-interval.ts"
import { electLeader, type Locks } from "../../platform/realtime/elect-leader.ts"

/** A second is looked at every second; a gap like this means that the computer has slept. */
const sleptMs = 10_000

export interface Watched {
  readonly monitor: Monitor
  readonly pace: Pace
}

/** What the leading tab tells the others, and what any tab tells about its cards. */
type Word =
  | { readonly type: "told"; readonly lists: AlertLists; readonly pace: Pace }
  | { readonly type: "asked" }
  | { readonly type: "hidden" }
  | { readonly type: "cardClosed"; readonly kind: Alert["kind"]; readonly id: string }

/** Everything that is not arithmetic. */
export interface Parts {
  readonly order: MonitorOrder
  /** Tabs with the same question are one client. */
  readonly name: string
  readonly ask: AskLists
  readonly listen: (onEvent: () => void) => () => void
  readonly locks: Locks | undefined
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close"> | null
  readonly memory: { get(kind: Alert["kind"]): string | null; set(kind: Alert["kind"], id: string): void }
  /** Called in the leading tab alone. */
  readonly onNew: (alert: Alert) => void
  readonly nowMs: () => number
  readonly chance: () => number
}

export interface RunningMonitor {
  readonly subscribe: (listener: () => void) => () => void
  readonly watched: () => Watched
  readonly happened: (event: MonitorEvent) => void
  readonly stop: () => void
}

/** The monitor at work: asks, listens, leads or follows, and puts what it hears through the two machines. */
export function runMonitor(parts: Parts): RunningMonitor {
  const { order, channel, memory, nowMs } = parts
  const { intervalMs } = order.options
  const isHidden = () => document.visibilityState === "hidden"
  const store = createStore<Watched>(() => ({
    monitor: reduceMonitor(off, {
      type: "started",
      callback: order.callback,
      lastShown: { warning: memory.get("warning"), yuan: memory.get("yuan") },
    }),
    pace: paceFrom(nowMs(), intervalMs),
  }))
  let isOver = false
  let isLeading = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopListening: (() => void) | undefined

  function say(word: Word): void {
    // A channel has no other origin to go to.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel?.postMessage(word)
  }

  function paced(event: PaceEvent): void {
    store.setState(({ pace }) => ({ pace: reducePace(pace, event) }))
  }

  function reduced(event: MonitorEvent): void {
    const { monitor } = store.getState()
    const after = reduceMonitor(monitor, event)
    store.setState({ monitor: after })
    if (isLeading) for (const alert of newCards(monitor, after)) parts.onNew(alert)
  }

  function tellOthers(): void {
    const { monitor, pace } = store.getState()
    if (monitor.at !== "off") say({ type: "told", lists: monitor.lists, pace })
  }

  function plan(delayMs = waitMs(store.getState().pace, isHidden(), parts.chance())): void {
    clearTimeout(timer)
    if (isLeading && !isOver) timer = setTimeout(() => void beat(), delayMs)
  }

  async function beat(): Promise<void> {
    // WARN-7: never two at a time.
    if (store.getState().pace.isAsking) return
    paced({ type: "asked" })
    const openCard = cardsOf(store.getState().monitor).find(({ kind }) => kind === "warning")
    const answers = await parts.ask(openCard?.kind === "warning" ? openCard.item.createtime : null)
    if (isOver) return
    paced(answers.isWhole ? { type: "answered", nowMs: nowMs(), isHidden: isHidden() } : { type: "failed" })
    reduced({ type: "polled", lists: answers.lists })
    tellOthers()
    plan()
    const late = await answers.late
    if (late === null || isOver) return
    reduced({ type: "polled", lists: late })
    tellOthers()
  }

  function nudge(): void {
    if (!isLeading || isOver) return
    const { isAsking } = store.getState().pace
    paced({ type: "nudged" })
    if (!isAsking) plan(0)
  }

  const turn = electLeader({
    name: parts.name,
    locks: parts.locks,
    isHidden,
    onChange(to) {
      isLeading = to
      stopListening?.()
      stopListening = undefined
      clearTimeout(timer)
      if (!to || isOver) return
      stopListening = parts.listen(nudge)
      plan(0)
    },
  })

  function onWord(word: Word): void {
    switch (word.type) {
      case "told":
        if (isLeading) return
        store.setState(({ pace }) => ({ pace: { ...word.pace, isAsking: pace.isAsking } }))
        return reduced({ type: "polled", lists: heard(word.lists) })
      case "asked":
        if (isLeading) tellOthers()
        return
      case "hidden":
        if (!isHidden()) turn.take()
        return
      case "cardClosed":
        return reduced(word)
    }
  }
  channel?.addEventListener("message", ({ data }: MessageEvent<Word>) => onWord(data))
  say({ type: "asked" })

  function onVisibility(): void {
    if (isHidden()) {
      if (isLeading) say({ type: "hidden" })
      return
    }
    turn.take()
    nudge()
  }
  document.addEventListener("visibilitychange", onVisibility)
  window.addEventListener("online", nudge)

  let lastTickMs = nowMs()
  const ticking = setInterval(() => {
    const tickMs = nowMs()
    // Browsers slow the clocks of hidden pages down, which is no sleep.
    if (tickMs - lastTickMs > sleptMs && !isHidden()) nudge()
    lastTickMs = tickMs
  }, 1000)

  return {
    subscribe: store.subscribe,
    watched: store.getState,
    happened(event) {
      if (event.type === "cardClosed") {
        // What was closed is not opened again by a new page; what was merely shown is.
        memory.set(event.kind, event.id)
        say(event)
      }
      reduced(event)
    },
    stop() {
      isOver = true
      clearTimeout(timer)
      clearInterval(ticking)
      stopListening?.()
      turn.end()
      document.removeEventListener("visibilitychange", onVisibility)
      window.removeEventListener("online", nudge)
      channel?.close()
    },
  }
}

/** A list that the leader has not heard of yet is no empty one. */
function heard(lists: AlertLists): Partial<AlertLists> {
  return Object.fromEntries(alertKinds.flatMap((kind) => (lists[kind] ? [[kind, lists[kind]]] : [])))
}
