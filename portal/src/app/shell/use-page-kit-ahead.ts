import { useEffect } from "react"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { whenIdle } from "../loading/when-idle.ts"

/** What most pages share (portal/build/home-groups.ts) is fetched while nobody waits for it, so that the next page opens sooner. */
export function usePageKitAhead(): void {
  // Should it fail, the page that needs it fetches it again and tells.
  useEffect(
    () => whenIdle(() => void loadChunk(() => import("../../page-kit/list/list-page.tsx")).catch(() => {})),
    [],
  )
}
