import { useEffect, useRef } from "react"
import { NavigationType, useBlocker } from "react-router"
import { useCurrentPage } from "../platform/current-page.ts"

/** For what lies over the page: "back" closes it and stays on the page, any other way leads on and closes it too. */
export function useCloseOnBack(onClose: () => void): void {
  const { path } = useCurrentPage()
  const openedAt = useRef(path)
  const blocker = useBlocker(({ historyAction }) => historyAction === NavigationType.Pop)
  useEffect(() => {
    if (blocker.state === "blocked") {
      blocker.reset()
      onClose()
    } else if (path !== openedAt.current) onClose()
  }, [blocker, path, onClose])
}
