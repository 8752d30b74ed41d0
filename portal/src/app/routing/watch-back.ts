import { createPath, NavigationType, type DataRouter } from "react-router"

const key = "over-page"

interface Watch {
  readonly openedAt: string
  readonly close: () => void
}

/** Several things may lie over the page, but the router takes one blocker: the first sets it up for all. */
const watches = new Set<Watch>()
let stop: (() => void) | undefined

function begin(router: DataRouter): () => void {
  router.getBlocker(key, ({ historyAction }) => historyAction === NavigationType.Pop)
  const unsubscribe = router.subscribe(({ blockers, location, initialized }) => {
    const blocker = blockers.get(key)
    const here = createPath(location)
    if (blocker?.state === "blocked") {
      blocker.reset()
      // DLG-2: "back" clears all of them.
      for (const { close } of watches) close()
    } else if (initialized) for (const { openedAt, close } of watches) if (here !== openedAt) close()
  })
  return () => {
    unsubscribe()
    router.deleteBlocker(key)
  }
}

/**
 * Also for what lies over the router itself, or over a page that is still loading: "back" closes it and stays on the
 * page; any other navigation goes on and closes it too. Returns what ends the watch.
 */
export function watchBack(router: DataRouter, close: () => void): () => void {
  const watch: Watch = { openedAt: createPath(router.state.location), close }
  watches.add(watch)
  stop ??= begin(router)
  return () => {
    watches.delete(watch)
    if (watches.size > 0) return
    stop?.()
    stop = undefined
  }
}
