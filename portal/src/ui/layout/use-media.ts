import { useCallback, useSyncExternalStore } from "react"

/** Whether the window matches a media query, as style sheets write it. */
export function useMedia(words: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const query = window.matchMedia?.(words)
      query?.addEventListener?.("change", onChange)
      return () => query?.removeEventListener?.("change", onChange)
    },
    [words],
  )
  return useSyncExternalStore(follow, () => window.matchMedia?.(words).matches ?? false)
}
