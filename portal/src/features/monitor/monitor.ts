import { monitorKinds, type MonitorKind, type ShownWarning } from "@uc/contract/alarms/calls"
import type { ShownDrill } from "@uc/contract/drills/calls"
import type { MonitorCallback } from "./monitor-client.ts"

export type MonitorEntry =
  | { readonly kind: "warning"; readonly item: ShownWarning }
  | { readonly kind: "yuan"; readonly item: ShownDrill }

/** The answer of one poll: the newest first, and the total. */
export interface EntryList<K extends MonitorKind = MonitorKind> {
  readonly items: readonly Extract<MonitorEntry, { readonly kind: K }>["item"][]
  readonly total: number
}

/** Null: not loaded yet, which is not zero. */
export type EntryLists = { readonly [K in MonitorKind]: EntryList<K> | null }

interface Watching {
  readonly lists: EntryLists
  /** WARN-2: the id of the last shown item, to recognise a new one. */
  readonly lastShown: Readonly<Record<MonitorKind, string | null>>
  /** Kept in here, so that closing the bar clears it (WARN-4). */
  readonly callback: MonitorCallback | null
}

/** WARN-4: at most one card of each kind; a drill must not hide a warning, nor the other way round. */
type Place =
  | { readonly at: "cards"; readonly cards: readonly [MonitorEntry, ...MonitorEntry[]] }
  | { readonly at: "bar" }
  | { readonly at: "panel"; readonly tab: MonitorKind }

export type Monitor = { readonly at: "off" } | (Watching & Place)

export type MonitorEvent =
  | {
      readonly type: "started"
      readonly callback: MonitorCallback | null
      readonly lastShown: Watching["lastShown"]
    }
  | { readonly type: "polled"; readonly lists: Partial<EntryLists> }
  /** `id`: of the closed one; another tab may have closed it while this one already shows a newer one. */
  | { readonly type: "cardClosed"; readonly kind: MonitorKind; readonly id: string }
  | { readonly type: "badgePressed"; readonly tab: MonitorKind }
  | { readonly type: "tabChosen"; readonly tab: MonitorKind }
  | { readonly type: "panelCollapsed" }
  | { readonly type: "barClosed" }

export const off: Monitor = { at: "off" }

export function idOf(entry: MonitorEntry): string {
  return entry.kind === "warning" ? entry.item.uuid : entry.item.yazxCode
}

/** The newest of a list, as what a card would show. */
function firstOf(kind: MonitorKind, lists: EntryLists): MonitorEntry | null {
  if (kind === "warning") {
    const item = lists.warning?.items[0]
    return item ? { kind, item } : null
  }
  const item = lists.yuan?.items[0]
  return item ? { kind, item } : null
}

export function cardsOf(monitor: Monitor): readonly MonitorEntry[] {
  return monitor.at === "cards" ? monitor.cards : []
}

/** Warnings first. Without a card the bar is shown; an open panel stays. */
function withCards(monitor: Watching & Place, cards: readonly MonitorEntry[]): Watching & Place {
  const { lists, lastShown, callback } = monitor
  const kept: Watching = { lists, lastShown, callback }
  const [first, ...rest] = monitorKinds.flatMap((kind) => cards.filter((card) => card.kind === kind))
  if (first) return { ...kept, at: "cards", cards: [first, ...rest] }
  return monitor.at === "cards" ? { ...kept, at: "bar" } : monitor
}

function afterPoll(monitor: Watching & Place, kind: MonitorKind): Watching & Place {
  const open = cardsOf(monitor)
  const others = open.filter((card) => card.kind !== kind)
  const first = firstOf(kind, monitor.lists)
  // WARN-2: an empty list closes the card.
  if (!first) return withCards(monitor, others)
  if (idOf(first) !== monitor.lastShown[kind]) {
    const lastShown = { ...monitor.lastShown, [kind]: idOf(first) }
    return withCards({ ...monitor, lastShown }, [...others, first])
  }
  // The same one, maybe with its address now.
  return others.length < open.length ? withCards(monitor, [...others, first]) : monitor
}

/** WARN-2, WARN-4, WARN-5: without clock, network or sound. */
export function reduceMonitor(monitor: Monitor, event: MonitorEvent): Monitor {
  if (event.type === "started") {
    const { callback, lastShown } = event
    return { at: "bar", lists: { warning: null, yuan: null }, lastShown, callback }
  }
  if (monitor.at === "off") return monitor
  const { lists, lastShown, callback } = monitor
  const kept: Watching = { lists, lastShown, callback }
  switch (event.type) {
    case "polled": {
      const told = { ...monitor, lists: { ...lists, ...event.lists } }
      return monitorKinds.filter((kind) => event.lists[kind]).reduce<Watching & Place>(afterPoll, told)
    }
    case "cardClosed":
      return withCards(
        monitor,
        cardsOf(monitor).filter((card) => card.kind !== event.kind || idOf(card) !== event.id),
      )
    case "badgePressed":
      return monitor.at === "bar" ? { ...kept, at: "panel", tab: event.tab } : monitor
    case "tabChosen":
      return monitor.at === "panel" ? { ...kept, at: "panel", tab: event.tab } : monitor
    case "panelCollapsed":
      return monitor.at === "panel" ? { ...kept, at: "bar" } : monitor
    case "barClosed":
      return monitor.at === "bar" ? off : monitor
  }
}

/** Cards that appeared between two states: each is sounded and notified once. */
export function newCards(before: Monitor, after: Monitor): readonly MonitorEntry[] {
  const seen = new Set(cardsOf(before).map(idOf))
  return cardsOf(after).filter((card) => !seen.has(idOf(card)))
}
