import { startTransition, useEffect, useState } from "react"

/**
 * OPS-9: whether the first page has been drawn. The header's tools, the menu and the bar of a phone are drawn right after it, in slices:
 * together with the page they would hold it up by a tenth of a second on a slow machine.
 */
export function usePageShown(): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => startTransition(() => setShown(true)), [])
  return isShown
}
