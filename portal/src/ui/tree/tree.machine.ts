import { allClosed, allOpen, type Openness } from "./visible-rows.ts"

/** The active row. By key, because rows move. */
export interface Active {
  readonly key: string
  /** The row below the node that stands for children not loaded yet. */
  readonly isAwaited: boolean
}

export interface TreeState {
  readonly unfiltered: Openness
  /** While there is a filter: reset with each filter, so that its results are never hidden in closed nodes. */
  readonly filtered: Openness
  readonly active: Active | null
  /** Counts the requests to scroll to the active row. */
  readonly scrolls: number
  /** To be revealed as soon as it is loaded. */
  readonly wanted: string | null
}

type TreeMode = "unfiltered" | "filtered"

export type TreeEvent =
  | { readonly type: "opened"; readonly keys: readonly string[]; readonly mode: TreeMode }
  | { readonly type: "closed"; readonly key: string; readonly mode: TreeMode }
  | { readonly type: "openedTo"; readonly depth: number; readonly mode: TreeMode }
  | { readonly type: "filtered" }
  | { readonly type: "pointed"; readonly active: Active }
  | { readonly type: "moved"; readonly active: Active }
  | { readonly type: "wanted"; readonly key: string }
  | { readonly type: "revealed"; readonly key: string; readonly ancestors: readonly string[] }

export function startingTree(toDepth: number): TreeState {
  return {
    unfiltered: { ...allClosed, toDepth },
    filtered: allOpen,
    active: null,
    scrolls: 0,
    wanted: null,
  }
}

export function reduceTree(state: TreeState, event: TreeEvent): TreeState {
  switch (event.type) {
    case "opened":
      return { ...state, [event.mode]: withOpened(state[event.mode], event.keys) }
    case "closed": {
      const { toDepth, opened, closed } = state[event.mode]
      const openness = {
        toDepth,
        opened: without(opened, [event.key]),
        closed: new Set(closed).add(event.key),
      }
      return { ...state, [event.mode]: openness }
    }
    case "openedTo":
      return { ...state, [event.mode]: { ...allClosed, toDepth: event.depth } }
    case "filtered":
      return { ...state, filtered: allOpen }
    case "pointed":
      return { ...state, active: event.active }
    case "moved":
      return { ...state, active: event.active, scrolls: state.scrolls + 1 }
    case "wanted":
      return { ...state, wanted: event.key }
    case "revealed":
      return {
        ...state,
        // With and without the filter, which may be about to go.
        unfiltered: withOpened(state.unfiltered, event.ancestors),
        filtered: withOpened(state.filtered, event.ancestors),
        active: { key: event.key, isAwaited: false },
        scrolls: state.scrolls + 1,
        wanted: null,
      }
  }
}

function withOpened({ toDepth, opened, closed }: Openness, keys: readonly string[]): Openness {
  return { toDepth, opened: new Set([...opened, ...keys]), closed: without(closed, keys) }
}

function without(set: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const rest = new Set(set)
  for (const key of keys) rest.delete(key)
  return rest
}
