/**
 * What is chosen in a picker, in the order of choosing, by the entry's key. Pure: independent of search, page and mode,
 * so none of them can lose a choice.
 */
export interface Chosen<T> {
  readonly entries: ReadonlyMap<string, T>
  /** Required: neither deleting nor clearing removes them. */
  readonly required: ReadonlySet<string>
  /** Null: no limit. */
  readonly max: number | null
  /** How many it would have been with the refused addition; 0: nothing was refused. */
  readonly refused: number
}

type Entries<T> = Iterable<readonly [key: string, entry: T]>

export type ChosenEvent<T> =
  /** All of them or, above the maximum, none: nobody wants half of a department. */
  | { readonly type: "added"; readonly entries: Entries<T> }
  | { readonly type: "removed"; readonly keys: Iterable<string> }
  | { readonly type: "cleared" }
  /** The caller's defaults, which may exceed the maximum: the person decides. Or one instead of another. */
  | { readonly type: "replaced"; readonly entries: Entries<T> }
  /** More details of some of the chosen. */
  | { readonly type: "learnt"; readonly entries: Entries<T> }
  /** They no longer exist, so even required ones are removed. */
  | { readonly type: "vanished"; readonly keys: Iterable<string> }

export function nothingChosen<T>(max: number | null = null, required: Iterable<string> = []): Chosen<T> {
  return { entries: new Map(), required: new Set(required), max, refused: 0 }
}

export function reduceChosen<T>(chosen: Chosen<T>, event: ChosenEvent<T>): Chosen<T> {
  const { entries, required, max } = chosen
  switch (event.type) {
    case "added": {
      const added = [...event.entries].filter(([key]) => !entries.has(key))
      const next = new Map([...entries, ...added])
      const isOver = max !== null && next.size > max && next.size > entries.size
      return isOver ? { ...chosen, refused: next.size } : { ...chosen, entries: next, refused: 0 }
    }
    case "removed": {
      const removed = new Set(event.keys)
      return kept(chosen, (key) => required.has(key) || !removed.has(key))
    }
    case "cleared":
      return kept(chosen, (key) => required.has(key))
    case "replaced": {
      const stay = [...entries].filter(([key]) => required.has(key))
      return { ...chosen, entries: new Map([...stay, ...event.entries]), refused: 0 }
    }
    case "learnt": {
      const next = new Map(entries)
      for (const [key, entry] of event.entries) if (next.has(key)) next.set(key, entry)
      return { ...chosen, entries: next }
    }
    case "vanished": {
      const gone = new Set(event.keys)
      return kept(chosen, (key) => !gone.has(key))
    }
  }
}

function kept<T>(chosen: Chosen<T>, stays: (key: string) => boolean): Chosen<T> {
  return { ...chosen, entries: new Map([...chosen.entries].filter(([key]) => stays(key))), refused: 0 }
}

export interface Change {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

interface Named {
  readonly key: string
  readonly label: string
}

/** The labels added and removed between two lists, for screen readers (DLG-6). */
export function changeBetween(before: readonly Named[], after: readonly Named[]): Change {
  const had = new Set(before.map(({ key }) => key))
  const has = new Set(after.map(({ key }) => key))
  return {
    added: after.filter(({ key }) => !had.has(key)).map(({ label }) => label),
    removed: before.filter(({ key }) => !has.has(key)).map(({ label }) => label),
  }
}

/** One sentence about a change; empty when nothing changed. */
export function formatChange({ added, removed }: Change, count: number): string {
  const parts = [named("已添加", added), named("已移除", removed)].filter((part) => part !== "")
  return parts.length === 0 ? "" : `${parts.join("，")}，共选择${count}项`
}

function named(word: string, labels: readonly string[]): string {
  if (labels.length === 0) return ""
  return labels.length > 3 ? `${word}${labels.length}项` : `${word}${labels.join("、")}`
}
