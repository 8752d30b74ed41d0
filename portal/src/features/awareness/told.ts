import type { ToldItem, ToldList } from "@uc/contract/awareness/calls"

/** What somebody is told of and has not confirmed. */
export interface Told {
  readonly items: readonly ToldItem[]
  /** There may be more than are shown. */
  readonly total: number
  /** Confirmed in this document: an answer that was on its way must not bring the card back. */
  readonly known: readonly string[]
}

export type ToldEvent =
  | { readonly type: "answered"; readonly list: ToldList }
  | { readonly type: "confirmed"; readonly key: string }
  /** Somebody else is signed in. */
  | { readonly type: "ended" }

export const nothingTold: Told = { items: [], total: 0, known: [] }

/** Alarms and what is carried out are numbered apart. */
export function keyOf({ kind, id }: Pick<ToldItem, "kind" | "id">): string {
  return `${kind === "alarm" ? "alarm" : "run"}:${id}`
}

/** Without clock and network. */
export function reduceTold(told: Told, event: ToldEvent): Told {
  switch (event.type) {
    case "answered": {
      const open = event.list.items.filter((item) => !told.known.includes(keyOf(item)))
      const gone = event.list.items.length - open.length
      return { ...told, items: open, total: event.list.total - gone }
    }
    case "confirmed": {
      if (told.known.includes(event.key)) return told
      const items = told.items.filter((item) => keyOf(item) !== event.key)
      const gone = told.items.length - items.length
      return { items, total: told.total - gone, known: [...told.known, event.key] }
    }
    case "ended":
      return nothingTold
  }
}

/** Who watches by the monitor has its cards for alarms and drills; it has none for a real emergency (decision 027). */
export function besideMonitor(items: readonly ToldItem[], isWatching: boolean): readonly ToldItem[] {
  return isWatching ? items.filter(({ kind }) => kind === "emergency") : items
}
