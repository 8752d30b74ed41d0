/**
 * The router counts its entries of the history in their state (`idx`) and blocks a step only between two that it has counted. One
 * that is made by an address typed behind the `#` has no state: a step back from it, or to it, would not be held, or be
 * undone by the wrong number of steps. So each gets its number when it is made, before the router hears of it.
 */
let last = { idx: 0, href: "" }
let isTyped = false
let taking: ((event: PopStateEvent) => boolean) | null = null

/** The number of the present entry; null: it has none yet. */
export function idxHere(): number | null {
  const state: unknown = window.history.state
  return typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number"
    ? state.idx
    : null
}

/** After every step of the router. */
export function noteEntry(): void {
  last = { idx: idxHere() ?? last.idx, href: window.location.href }
}

/** The state of an entry that takes the present one's place, or follows it. */
export function entryState(steps: 0 | 1): object {
  return {
    idx: (idxHere() ?? last.idx) + steps,
    key: crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36),
  }
}

/** Before the router is made: it must hear of an entry after this. Returns what ends it. */
export function numberTypedEntries(): () => void {
  function onStep(event: PopStateEvent): void {
    const { state } = event
    if (taking?.(event)) {
      event.stopImmediatePropagation()
      return noteEntry()
    }
    isTyped = (state ?? null) === null
    // The same address again replaces its entry.
    if (isTyped) window.history.replaceState(entryState(window.location.href === last.href ? 0 : 1), "")
    noteEntry()
  }
  noteEntry()
  window.addEventListener("popstate", onStep, { capture: true })
  return () => window.removeEventListener("popstate", onStep, { capture: true })
}

/** Who may take a step before the router hears of it: true, it is taken. */
export function takeSteps(by: typeof taking): void {
  taking = by
}

/** The step under way leads to an address that was typed, and is no step back. */
export function isTypedStep(): boolean {
  return isTyped
}
