import { useDeferredValue, type ReactNode } from "react"

/** For what stands beside or below what somebody came for: drawn after the first paint, in pieces, so that the page opens sooner (OPS-9). */
export function DrawnLater({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) && children
}
