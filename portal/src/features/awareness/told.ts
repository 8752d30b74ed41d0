import type { ToldItem, ToldList } from "@uc/contract/awareness/calls"

/** What somebody is told of and has not confirmed. */
export interface Told {
  readonly items: readonly ToldItem[]
  /** There may be more than are shown. */
  readonly total: number
  /** Confirmed on whatever device, as the monitor names them. */
  readonly confirmed: NonNullable<ToldList["confirmed"]>
  /** Confirmed in this document: an answer that was on its way must not bring the card back. */
  readonly known: readonly string[]
}

export type ToldEvent =
  | { readonly type: "answered"; readonly list: ToldList }
  | { readonly type: "confirmed"; readonly key: string }
  /** Somebody else is signed in. */
  | { readonly type: "ended" }

export const nothingTold: Told = { items: [], total: 0, confirmed: [], known: [] }

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
      const { confirmed = [] } = event.list
      return { ...told, items: open, total: event.list.total - gone, confirmed }
    }
    case "confirmed": {
      if (told.known.includes(event.key)) return told
      const items = told.items.filter((item) => keyOf(item) !== event.key)
      const gone = told.items.length - items.length
      return { ...told, items, total: told.total - gone, known: [...told.known, event.key] }
    }
    case "ended":
      return nothingTold
  }
}

/** A new alarm is in the monitor's next answer: until then it has no second card. */
const monitorTakesMs = 15_000

/** A clock that is wrong by more must not hide an alarm. */
function isLongAgo(since: string, nowMs: number): boolean {
  return Math.abs(nowMs - Date.parse(`${since.replace(" ", "T")}+08:00`)) > monitorTakesMs
}

interface Beside {
  readonly items: readonly ToldItem[]
  /** The viewer has the monitor's cards. */
  readonly isWatching: boolean
  /** Alarms that have the monitor's card, had it and were dismissed, or that somebody has acknowledged. */
  readonly seen: ReadonlySet<string>
  readonly nowMs: number
}

/**
 * Who watches by the monitor has its cards for alarms and drills; it has none for a real emergency (decision 027), nor for an alarm
 * past its level's minutes, which the people of the building are told of until they confirm (DAY-2).
 */
export function besideMonitor({ items, isWatching, seen, nowMs }: Beside): readonly ToldItem[] {
  if (!isWatching) return items
  return items.filter(
    ({ kind, code, since }) =>
      kind === "emergency" || (kind === "alarm" && !seen.has(code) && isLongAgo(since, nowMs)),
  )
}
