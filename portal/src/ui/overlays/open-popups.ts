import { useEffectEvent, useLayoutEffect } from "react"

let open: readonly (() => void)[] = []
const listeners = new Set<() => void>()

function change(next: typeof open): void {
  open = next
  for (const listener of listeners) listener()
}

const phone = "(max-width: 767px)"

/** DAY-9: on a phone "back" closes a menu or a panel that lies over the page, as it closes a dialog. */
export function useClosedByBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (!isOpen || !window.matchMedia?.(phone).matches) return
    const closeThis = () => close()
    change([...open, closeThis])
    return () => change(open.filter((each) => each !== closeThis))
  }, [isOpen])
}

export function isPopupOpen(): boolean {
  return open.length > 0
}

export function closeTopPopup(): void {
  open[open.length - 1]?.()
}

/** Calls back whenever one opens or closes. Returns what ends it. */
export function watchPopups(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
