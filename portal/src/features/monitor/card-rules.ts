import type { ToldItem } from "@uc/contract/awareness/calls"
import { levelColours } from "@uc/contract/alarms/level-colours"
import { colourOf } from "./alarm-labels.ts"
import { cardKey, idOf, type MonitorEntry } from "./monitor-entry.ts"
import { msOf } from "./poll-interval.ts"

export function isDismissed(entry: MonitorEntry, dismissed: readonly string[]): boolean {
  return dismissed.includes(cardKey(entry.kind, idOf(entry)))
}

/** Somebody has acknowledged the alarm, or done more. */
export function isTaken(entry: MonitorEntry): boolean {
  return entry.kind === "warning" && (entry.item.state ?? "open") !== "open"
}

/** DAY-4: it was dismissed, or somebody has acknowledged the alarm. Only as the new first of its list it still has a card (SPEC-5). */
export function isOver(entry: MonitorEntry, dismissed: readonly string[]): boolean {
  return isDismissed(entry, dismissed) || isTaken(entry)
}

/**
 * DAY-4: its level's minutes are over: a reloaded page does not show it again. An open card stays until somebody acts. A grave alarm
 * that was escalated to the viewer's bureau is theirs only since then: it has its card until it is acknowledged or dismissed.
 */
export function isOverdue(entry: MonitorEntry, nowMs: number): boolean {
  if (entry.kind !== "warning" || !entry.item.due_at || msOf(entry.item.due_at) > nowMs) return false
  return !(entry.item.escalated_here && isGrave(entry))
}

/** The gravest first: red is 0. A drill has no level. */
function gravityOf(entry: MonitorEntry): number {
  const colour = colourOf(entry)
  return colour === null ? levelColours.length : levelColours.indexOf(colour)
}

/** DAY-2: 特别重大 and 重大. Their card stays when newer alarms come in. */
export function isGrave(entry: MonitorEntry): boolean {
  return gravityOf(entry) <= levelColours.indexOf("orange")
}

export function gravestFirst(entries: readonly MonitorEntry[]): readonly MonitorEntry[] {
  return entries.toSorted((a, b) => gravityOf(a) - gravityOf(b))
}

/**
 * At most two alarms at a time, so that there is room for the page: the gravest, and the newest (WARN-2) or the next. On a phone one, where
 * the newest is as grave as any.
 */
export function cardsInView(
  cards: readonly MonitorEntry[],
  newest: string | null,
  isPhone = false,
): { readonly shown: readonly MonitorEntry[]; readonly more: number } {
  const alarms = cards.filter(({ kind }) => kind === "warning")
  const [gravest, ...rest] = alarms
  const last = alarms.find((card) => idOf(card) === newest)
  const isOneEnough = isPhone && gravest && (!last || gravityOf(last) === gravityOf(gravest))
  if (alarms.length <= (isOneEnough ? 1 : 2)) return { shown: cards, more: 0 }
  const kept = isOneEnough ? [last ?? gravest] : [gravest, last === gravest ? rest[0] : (last ?? rest[0])]
  const shown = cards.filter((card) => card.kind !== "warning" || kept.includes(card))
  return { shown, more: cards.length - shown.length }
}

/** DAY-4: the cards of what their person has confirmed, on whatever device. */
export function confirmedCards(
  cards: readonly MonitorEntry[],
  confirmed: readonly Pick<ToldItem, "kind" | "code">[],
): readonly MonitorEntry[] {
  return cards.filter((card) =>
    confirmed.some(
      ({ kind, code }) => code === idOf(card) && (kind === "alarm") === (card.kind === "warning"),
    ),
  )
}

/** Grave alarms that nobody has confirmed and that have no card, as those past their level's minutes: they are counted. */
export function withoutCard(
  entries: readonly MonitorEntry[],
  dismissed: readonly string[],
  carded: ReadonlySet<string>,
): readonly MonitorEntry[] {
  return entries.filter((entry) => isGrave(entry) && !isOver(entry, dismissed) && !carded.has(idOf(entry)))
}
