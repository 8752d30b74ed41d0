import { useMedia } from "./use-media.ts"

/** As the style sheets have it: from here down rows are cards and dialogs are sheets. */
const narrow = "(max-width: 767px)"

export function usePhone(): boolean {
  return useMedia(narrow)
}
