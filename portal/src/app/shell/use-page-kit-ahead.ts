import { useEffect } from "react"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { whenIdle } from "../loading/when-idle.ts"

/** What most pages share (portal/build/home-groups.ts) is loaded when idle, so that the next page opens sooner. */
export function usePageKitAhead(): void {
  // After a failure the page that needs it loads it again and reports.
  useEffect(
    () => whenIdle(() => void loadChunk(() => import("../../page-kit/list/list-page.tsx")).catch(() => {})),
    [],
  )
}
