import { useSyncExternalStore } from "react"

/** Whether the window matches a media query, as style sheets write it. */
export function useMedia(words: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia?.(words)
      query?.addEventListener("change", onChange)
      return () => query?.removeEventListener("change", onChange)
    },
    () => window.matchMedia?.(words).matches ?? false,
  )
}
