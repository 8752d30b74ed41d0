import { useContext, useLayoutEffect } from "react"
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router"
import { closeTopOnBack, watchBack } from "./watch-back.ts"

/**
 * For what lies over the page: "back" closes it and stays on the page; any other navigation goes on and closes it too.
 * It begins with the frame that shows it: the router's own `useBlocker` begins later, and a quick "back" would leave the
 * page.
 */
export function useCloseOnBack(onClose: () => void): void {
  const router = useContext(DataRouterContext)?.router
  useLayoutEffect(() => (router ? watchBack(router, onClose) : undefined), [router, onClose])
}

/** DAY-9: for the whole shell, whatever opens a dialog in it. */
export function useCloseTopOnBack(): void {
  const router = useContext(DataRouterContext)?.router
  useLayoutEffect(() => (router ? closeTopOnBack(router) : undefined), [router])
}
