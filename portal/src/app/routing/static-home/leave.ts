import { siteConfig } from "../../../platform/browser/site-config.ts"
import { entrance } from "../../../platform/session/wanted-address.ts"
import { startPath, staticRouteAt } from "../routes.ts"
import { homeElsewhere } from "./static-address.ts"

/**
 * ROUTE-5, REQ-6: to the static home address. True: it is this document, so the router navigates to `/`; false: the
 * browser is leaving. Replaces the entry, so that "back" does not lead to the same refusal.
 */
export async function leaveForHome(): Promise<boolean> {
  const { staticAddress } = await siteConfig()
  const elsewhere = homeElsewhere(staticAddress, window.location.href)
  if (elsewhere === null) return true
  window.location.replace(elsewhere)
  return false
}

/** LOGIN-7: the login page that the user signed in by. */
export function entrancePath(): string {
  const path = entrance()
  return path && staticRouteAt(path)?.isLogin ? path : startPath
}
