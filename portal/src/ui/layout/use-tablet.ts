import { useMedia } from "./use-media.ts"

/** As the style sheets have it: from here down the side menu is folded and a tree stands above its list (BROWSER-19). */
const narrow = "(max-width: 1023px)"

/** Also on a phone, which has no side menu at all. */
export function useTablet(): boolean {
  return useMedia(narrow)
}
