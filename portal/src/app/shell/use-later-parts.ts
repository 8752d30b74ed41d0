import { useDeferredValue } from "react"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { useLoaded, type Loaded } from "../loading/use-loaded.ts"

export type LaterParts = typeof import("./later-parts.ts").laterParts

async function loadLaterParts(): Promise<LaterParts> {
  const { laterParts } = await loadChunk(() => import("./later-parts.ts"))
  return laterParts
}

const loading: Loaded<LaterParts> = { at: "loading" }

/**
 * OPS-9: the header's tools, the menu and the bar of a phone are loaded when the first page is drawn, and drawn in slices. Together with the page
 * they would hold it up by a tenth of a second on a slow machine.
 */
export function useLaterParts(): Loaded<LaterParts> {
  return useDeferredValue(useLoaded(loadLaterParts), loading)
}
