import { monitorKinds, type MonitorKind } from "@uc/contract/alarms/calls"
import { gravestFirst, isDismissed, isGrave, isOver, isOverdue, isTaken } from "./card-rules.ts"
import type { MonitorCallback } from "./monitor-client.ts"
import { cardKey, entriesOf, idOf, type EntryLists, type MonitorEntry } from "./monitor-entry.ts"

interface Watching {
  readonly lists: EntryLists
  /** WARN-2: the id of the last shown item, to recognise a new one. */
  readonly lastShown: Readonly<Record<MonitorKind, string | null>>
  /** DAY-4: ids whose card somebody has closed, in any tab of this browser, or that closed when its alarm was acknowledged. */
  readonly dismissed: readonly string[]
  /** Kept in here, so that closing the bar clears it (WARN-4). */
  readonly callback: MonitorCallback | null
}

/** WARN-4: a drill must not hide a warning, nor the other way round; nor a newer warning a grave one that nobody has confirmed (DAY-2). */
type Place =
  | { readonly at: "cards"; readonly cards: readonly [MonitorEntry, ...MonitorEntry[]] }
  | { readonly at: "bar" }
  | { readonly at: "panel"; readonly tab: MonitorKind }

export type Monitor = { readonly at: "off" } | (Watching & Place)

export type MonitorEvent =
  | {
      readonly type: "started"
      readonly callback: MonitorCallback | null
      readonly dismissed: Watching["dismissed"]
    }
  /** `nowMs`: the server's clock. `dismissed`: as all tabs of the browser remember it. */
  | {
      readonly type: "polled"
      readonly lists: Partial<EntryLists>
      readonly nowMs: number
      readonly dismissed: Watching["dismissed"]
    }
  /** `id`: of the closed one; another tab may have closed it while this one already shows a newer one. */
  | { readonly type: "cardClosed"; readonly kind: MonitorKind; readonly id: string }
  | { readonly type: "badgePressed"; readonly tab: MonitorKind }
  | { readonly type: "tabChosen"; readonly tab: MonitorKind }
  | { readonly type: "panelCollapsed" }
  | { readonly type: "barClosed" }

export const off: Monitor = { at: "off" }

export function cardsOf(monitor: Monitor): readonly MonitorEntry[] {
  return monitor.at === "cards" ? monitor.cards : []
}

/** Warnings first, of them the gravest. Without a card the bar is shown; an open panel stays. */
function withCards(monitor: Watching & Place, cards: readonly MonitorEntry[]): Watching & Place {
  const kept = watchingOf(monitor)
  const [first, ...rest] = monitorKinds.flatMap((kind) =>
    gravestFirst(cards.filter((card) => card.kind === kind)),
  )
  if (first) return { ...kept, at: "cards", cards: [first, ...rest] }
  return monitor.at === "cards" ? { ...kept, at: "bar" } : monitor
}

function watchingOf({ lists, lastShown, dismissed, callback }: Watching): Watching {
  return { lists, lastShown, dismissed, callback }
}

interface Poll {
  readonly kind: MonitorKind
  readonly nowMs: number
  /** Nothing is known yet of what was on the screen before. */
  readonly isFirst: boolean
  /** The ids of the last answer: what was passed over then has no card later. */
  readonly known: readonly string[]
}

function afterPoll(monitor: Watching & Place, poll: Poll): Watching & Place {
  const { kind, nowMs, isFirst, known } = poll
  const open = cardsOf(monitor)
  const others = open.filter((card) => card.kind !== kind)
  const entries = entriesOf(kind, monitor.lists)
  const [first] = entries
  // WARN-2: an empty list closes the card.
  if (!first) return withCards(monitor, others)
  const isNew = idOf(first) !== monitor.lastShown[kind]
  const isInTime = (entry: MonitorEntry) => !(isFirst && isOverdue(entry, nowMs))
  // SPEC-5: also where it was acknowledged elsewhere, unless this very person has closed it.
  const opensFirst = isNew && !isDismissed(first, monitor.dismissed) && isInTime(first)
  // The same ones, maybe with their address now, or acknowledged.
  const isCut = (monitor.lists[kind]?.total ?? 0) > entries.length
  const present = open
    .filter((card) => card.kind === kind)
    .flatMap((card) => {
      const now = entries.find((entry) => idOf(entry) === idOf(card)) ?? (isCut ? card : null)
      return now ? [{ now, isTakenSince: isTaken(now) && !isTaken(card) }] : []
    })
  const takenSince = present.flatMap(({ now, isTakenSince }) =>
    isTakenSince ? [cardKey(kind, idOf(now))] : [],
  )
  const kept = present.flatMap(({ now, isTakenSince }) =>
    isTakenSince || isDismissed(now, monitor.dismissed) || (opensFirst && !isGrave(now)) ? [] : [now],
  )
  const opened = entries.filter((entry) =>
    entry === first
      ? opensFirst
      : isGrave(entry) &&
        !known.includes(idOf(entry)) &&
        !isOver(entry, monitor.dismissed) &&
        isInTime(entry),
  )
  const told = {
    ...monitor,
    lastShown: { ...monitor.lastShown, [kind]: idOf(first) },
    // DAY-4: a new page must not open it again.
    dismissed: [...new Set([...monitor.dismissed, ...takenSince])],
  }
  const ids = new Set(opened.map(idOf))
  return withCards(told, [...others, ...opened, ...kept.filter((card) => !ids.has(idOf(card)))])
}

/** WARN-2, WARN-4, WARN-5: without clock, network or sound. */
export function reduceMonitor(monitor: Monitor, event: MonitorEvent): Monitor {
  if (event.type === "started") {
    const { callback, dismissed } = event
    return {
      at: "bar",
      lists: { warning: null, yuan: null },
      lastShown: { warning: null, yuan: null },
      dismissed,
      callback,
    }
  }
  if (monitor.at === "off") return monitor
  const kept = watchingOf(monitor)
  switch (event.type) {
    case "polled": {
      const { nowMs, dismissed } = event
      const told = {
        ...monitor,
        lists: { ...monitor.lists, ...event.lists },
        dismissed: [...new Set([...monitor.dismissed, ...dismissed])],
      }
      return monitorKinds
        .filter((kind) => event.lists[kind])
        .reduce<Watching & Place>((next, kind) => {
          const known = entriesOf(kind, monitor.lists).map(idOf)
          return afterPoll(next, { kind, nowMs, isFirst: monitor.lists[kind] === null, known })
        }, told)
    }
    case "cardClosed":
      return withCards(
        { ...monitor, dismissed: [...monitor.dismissed, cardKey(event.kind, event.id)] },
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

/** Cards that appeared between two states: each is sounded and notified once, unless somebody is on it already. */
export function newCards(before: Monitor, after: Monitor): readonly MonitorEntry[] {
  const keyOf = (card: MonitorEntry) => cardKey(card.kind, idOf(card))
  const seen = new Set(cardsOf(before).map(keyOf))
  return cardsOf(after).filter((card) => !seen.has(keyOf(card)) && !isTaken(card))
}
