import type { MonitorKind, ShownWarning } from "@uc/contract/alarms/calls"
import type { ShownDrill } from "@uc/contract/drills/calls"

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

export function idOf(entry: MonitorEntry): string {
  return entry.kind === "warning" ? entry.item.uuid : entry.item.yazxCode
}

/** Alarms and drills are numbered apart: the same id may be one of each. */
export function cardKey(kind: MonitorKind, id: string): string {
  return `${kind}:${id}`
}

export function entriesOf(kind: MonitorKind, lists: EntryLists): readonly MonitorEntry[] {
  if (kind === "warning") return (lists.warning?.items ?? []).map((item) => ({ kind, item }))
  return (lists.yuan?.items ?? []).map((item) => ({ kind, item }))
}
