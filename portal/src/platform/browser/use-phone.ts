import { useSyncExternalStore } from "react"

/** As the style sheets have it: from here down rows are cards and dialogs are sheets. */
const narrow = "(max-width: 767px)"

const narrowQuery = () => window.matchMedia?.(narrow)

function subscribe(onChange: () => void): () => void {
  const query = narrowQuery()
  query?.addEventListener("change", onChange)
  return () => query?.removeEventListener("change", onChange)
}

export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrowQuery()?.matches ?? false)
}
