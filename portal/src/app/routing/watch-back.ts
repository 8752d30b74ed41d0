import { createPath, NavigationType, type BlockerFunction, type DataRouter } from "react-router"
import { isTypedStep } from "../../platform/browser/history-entries.ts"
import { closeTopDialog, topDialog, watchDialogs } from "../../ui/overlays/open-dialogs.ts"
import { closeTopPopup, isPopupOpen, watchPopups } from "../../ui/overlays/open-popups.ts"

const key = "over-page"

interface Watch {
  readonly openedAt: string
  readonly close: () => void
}

/** Several things may lie over the page, but the router takes one blocker: the first sets it up for all. */
const watches = new Set<Watch>()
const listeners = new Set<() => void>()
let stop: (() => void) | undefined

/**
 * DAY-9: "back" takes away the top layer alone. A drawer whose item stands in the address is closed by the step itself; any
 * other dialog is closed instead of the step.
 */
const isHeld: BlockerFunction = ({ historyAction, currentLocation, nextLocation }) => {
  if (historyAction !== NavigationType.Pop || isTypedStep()) return false
  if (watches.size > 0 || isPopupOpen()) return true
  // The same entry again: an address that was typed behind the `#` is being undone (use-confirm-leave.ts).
  if (nextLocation.key === currentLocation.key) return false
  const top = topDialog()
  if (top === null) return false
  const isOfAddress =
    currentLocation.pathname === nextLocation.pathname &&
    currentLocation.search !== nextLocation.search &&
    top.dataset["place"] === "side"
  return !isOfAddress
}

function begin(router: DataRouter): () => void {
  router.getBlocker(key, isHeld)
  const unsubscribe = router.subscribe(({ blockers, location, initialized }) => {
    const blocker = blockers.get(key)
    const here = createPath(location)
    if (blocker?.state === "blocked") {
      blocker.reset()
      closeLayers()
    } else if (initialized) for (const { openedAt, close } of watches) if (here !== openedAt) close()
  })
  const unfollow = followOverlays(() => beginOrEnd(router))
  return () => {
    unfollow()
    unsubscribe()
    router.deleteBlocker(key)
  }
}

export function isLayerOpen(): boolean {
  return watches.size > 0 || topDialog() !== null || isPopupOpen()
}

/** What "back" does while something lies over the page. */
export function closeLayers(): void {
  if (isPopupOpen()) closeTopPopup()
  // DLG-2: "back" clears all of them.
  else if (watches.size > 0) for (const { close } of watches) close()
  else closeTopDialog()
}

function followOverlays(listener: () => void): () => void {
  const ends = [watchDialogs(listener), watchPopups(listener)]
  return () => ends.forEach((end) => end())
}

/** Calls back whenever a layer opens or closes. Returns what ends it. */
export function watchLayers(listener: () => void): () => void {
  const unfollow = followOverlays(listener)
  listeners.add(listener)
  return () => {
    unfollow()
    listeners.delete(listener)
  }
}

function beginOrEnd(router: DataRouter): void {
  for (const listener of listeners) listener()
  if (isLayerOpen()) stop ??= begin(router)
  else {
    stop?.()
    stop = undefined
  }
}

/**
 * Also for what lies over the router itself, or over a page that is still loading: "back" closes it and stays on the
 * page; any other navigation goes on and closes it too. Returns what ends the watch.
 */
export function watchBack(router: DataRouter, close: () => void): () => void {
  const watch: Watch = { openedAt: createPath(router.state.location), close }
  watches.add(watch)
  beginOrEnd(router)
  return () => {
    watches.delete(watch)
    beginOrEnd(router)
  }
}

/** DAY-9: as long as any dialog is open, "back" closes the topmost one and stays on the page. Returns what ends it. */
export function closeTopOnBack(router: DataRouter): () => void {
  const follow = () => beginOrEnd(router)
  const end = followOverlays(follow)
  follow()
  return end
}
