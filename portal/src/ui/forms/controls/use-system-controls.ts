import { useSyncExternalStore } from "react"

/** DAY-17. check-mark.module.css has the same for checkboxes. */
const small = "(max-width: 767px), (pointer: coarse)"

function follow(onChange: () => void): () => void {
  const query = window.matchMedia?.(small)
  query?.addEventListener?.("change", onChange)
  return () => query?.removeEventListener?.("change", onChange)
}

/** Whether lists, days and times are chosen in the system's own windows: on phones, and wherever fingers press. */
export function useSystemControls(): boolean {
  return useSyncExternalStore(follow, () => window.matchMedia?.(small).matches ?? false)
}
