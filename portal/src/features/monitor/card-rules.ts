import { cardKey, idOf, type MonitorEntry } from "./monitor-entry.ts"
import { msOf } from "./poll-interval.ts"

/** DAY-4: it was dismissed, or somebody has acknowledged the alarm: it has no card any more. */
export function isOver(entry: MonitorEntry, dismissed: readonly string[]): boolean {
  if (dismissed.includes(cardKey(entry.kind, idOf(entry)))) return true
  return entry.kind === "warning" && (entry.item.state ?? "open") !== "open"
}

/** DAY-4: its level's minutes are over: a reloaded page does not show it again. An open card stays until somebody acts. */
export function isOverdue(entry: MonitorEntry, nowMs: number): boolean {
  return entry.kind === "warning" && !!entry.item.due_at && msOf(entry.item.due_at) <= nowMs
}
