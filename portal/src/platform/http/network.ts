import { useEffect, useRef, useSyncExternalStore } from "react"

let isLost = false
const listeners = new Set<() => void>()

/** Told by the browser's events and by every request: `navigator.onLine` alone is wrong on many office networks. */
export function noteNetwork(isThere: boolean): void {
  if (isLost === !isThere) return
  isLost = !isThere
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useNetworkLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost)
}

/** What failed while there was no network is tried again when it is back. Null: nothing failed. */
export function useRetryWhenBack(retry: (() => void) | null): void {
  const isAway = useNetworkLost()
  const wasLost = useRef(isAway)
  useEffect(() => {
    const isBack = wasLost.current && !isAway
    wasLost.current = isAway
    if (isBack) retry?.()
  }, [isAway, retry])
}
