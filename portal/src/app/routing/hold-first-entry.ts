import { useContext, useLayoutEffect } from "react"
import { createPath, UNSAFE_DataRouterContext as DataRouterContext, type DataRouter } from "react-router"
import { entryState, idxHere, noteEntry, takeSteps } from "../../platform/browser/history-entries.ts"
import { closeLayers, isLayerOpen, watchLayers } from "./watch-back.ts"

/** A browser that has not made a step by then does not make it. */
const stepMs = 500

interface Extra {
  readonly token: string
  /** The router's key of the entry below, where it believes to be. */
  readonly belowKey: string
  /** Of the history with it: another one means that a hosted page has added an entry of its own. */
  readonly length: number
}

interface Standing {
  readonly isLayerOpen: boolean
  /** The portal's first entry: a step back from it leaves the portal. */
  readonly isFirst: boolean
  readonly isOnExtra: boolean
  /** "Back" was pressed and something is still open, as a question whether to discard: the extra entry lies ahead. */
  readonly isExtraAhead: boolean
  /** A browser passes over entries that were made without a press. */
  readonly isPressed: boolean
  /** Nothing was added to the history after the extra entry. */
  readonly isLast: boolean
}

/** DAY-9: what to do with the extra entry. */
export function nextStep(at: Standing): "push" | "forward" | "back" | null {
  if (at.isLayerOpen) {
    if (at.isOnExtra) return null
    if (at.isExtraAhead) return "forward"
    return at.isFirst && at.isPressed ? "push" : null
  }
  return at.isOnExtra && at.isLast ? "back" : null
}

function fieldOf(state: unknown, name: string): unknown {
  return typeof state === "object" && state !== null ? Reflect.get(state, name) : undefined
}

/** As the router reads it. */
function keyOf(state: unknown): unknown {
  return fieldOf(state, "key") ?? "default"
}

function isPressed(): boolean {
  const { userActivation } = navigator as { userActivation?: { readonly isActive: boolean } }
  return userActivation?.isActive ?? true
}

/**
 * DAY-9, decision 094: "back" closes the top layer also on a page that was opened directly, where the router can hold nothing:
 * there is no entry before it. While a layer is open there, an extra entry of the same address lies over the first one. The
 * router does not know of it; a step between the two is taken here and closes the top layer. Returns what ends it.
 */
export function holdFirstEntry(router: DataRouter): () => void {
  let extra: Extra | null = null
  let isExtraAhead = false
  let landed: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEnded = false

  const isExtra = (state: unknown) => extra !== null && fieldOf(state, "layer") === extra.token
  const isOnExtra = () => isExtra(window.history.state)

  /** Our own step: nobody else hears of it. */
  async function step(by: -1 | 1): Promise<void> {
    await new Promise<void>((resolve) => {
      landed = resolve
      setTimeout(resolve, stepMs)
      window.history.go(by)
    })
    landed = null
    settleSoon()
  }

  function push(): void {
    const token = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ""
    window.history.pushState({ ...entryState(1), layer: token }, "")
    noteEntry()
    extra = { token, belowKey: router.state.location.key, length: window.history.length }
  }

  function settle(): void {
    if (isEnded || landed !== null || router.state.navigation.state !== "idle") return
    const next = nextStep({
      isLayerOpen: isLayerOpen(),
      // Not in the middle of a step that the router undoes.
      isFirst: idxHere() === 0 && keyOf(window.history.state) === router.state.location.key,
      isOnExtra: isOnExtra(),
      // Not where something has taken the page's place meanwhile, as an item that is open no longer.
      isExtraAhead: isExtraAhead && router.state.location.key === extra?.belowKey,
      isPressed: isPressed(),
      isLast: window.history.length === extra?.length,
    })
    isExtraAhead = false
    if (next === "push") push()
    if (next === "forward") void step(1)
    if (next === "back") void step(-1)
  }

  /** One layer may follow another, or a page may follow the layer: what is left then counts. */
  function settleSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(settle)
  }

  function onStep({ state }: PopStateEvent): boolean {
    if (extra === null) return false
    const isBelow = keyOf(state) === extra.belowKey && idxHere() === 0
    if (router.state.location.key !== extra.belowKey || !(isBelow || isExtra(state))) {
      extra = null
      return false
    }
    if (landed !== null) landed()
    else {
      if (isBelow && isLayerOpen()) {
        isExtraAhead = true
        closeLayers()
      }
      settleSoon()
    }
    return true
  }

  const navigate = router.navigate.bind(router)
  // Overloaded in the router: a number of steps, or an address with options.
  const overExtra = (to: Parameters<typeof navigate>[0], options?: { readonly replace?: boolean }) => {
    const go = navigate as (where: typeof to, how?: typeof options) => Promise<void>
    if (!isOnExtra() || typeof to === "number") return go(to, options)
    // ROUTE-9: to where one is.
    if (to === createPath(router.state.location)) return go(to, options)
    // What takes the place of the page takes the first entry's; what follows it takes the extra one's.
    return options?.replace === true
      ? step(-1).then(() => go(to, options))
      : go(to, { ...options, replace: true })
  }
  router.navigate = overExtra as DataRouter["navigate"]

  takeSteps(onStep)
  // Within the task that closes a layer, before anybody can go on to another page.
  const ends = [watchLayers(() => queueMicrotask(settle)), router.subscribe(settleSoon)]
  // A layer that an address has opened: its entry is made at the first press.
  window.addEventListener("click", settleSoon)
  window.addEventListener("keyup", settleSoon)
  settleSoon()
  return () => {
    isEnded = true
    clearTimeout(timer)
    takeSteps(null)
    router.navigate = navigate
    for (const end of ends) end()
    window.removeEventListener("click", settleSoon)
    window.removeEventListener("keyup", settleSoon)
  }
}

/** For the whole shell. */
export function useHeldFirstEntry(): void {
  const router = useContext(DataRouterContext)?.router
  useLayoutEffect(() => (router ? holdFirstEntry(router) : undefined), [router])
}
