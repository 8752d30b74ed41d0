import { createPath, NavigationType, type DataRouter } from "react-router"

const key = "over-page"

/**
 * The same as `useCloseOnBack` for what lies over the router itself, or over a page that is not there yet: "back" closes
 * it and stays on the page, any other way leads on and closes it too. Gives what ends the watch.
 */
export function watchBack(router: DataRouter, close: () => void): () => void {
  const openedAt = createPath(router.state.location)
  router.getBlocker(key, ({ historyAction }) => historyAction === NavigationType.Pop)
  const unsubscribe = router.subscribe(({ blockers, location, initialized }) => {
    const blocker = blockers.get(key)
    if (blocker?.state === "blocked") {
      blocker.reset()
      close()
    } else if (initialized && createPath(location) !== openedAt) close()
  })
  return () => {
    unsubscribe()
    router.deleteBlocker(key)
  }
}
