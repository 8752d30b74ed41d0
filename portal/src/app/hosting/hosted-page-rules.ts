import type { Invocation } from "@uc/bridge/invocation"
import { refusalMessages } from "@uc/bridge/refusals"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { plainPath, staticRouteAt } from "../routing/routes.ts"

export function pathnameOf(path: string): string {
  return path.replace(/[?#].*$/, "").replace(/\/{2,}/g, "/")
}

/**
 * Addresses that another site may not open: a login page asks for a password, a code's page signs another browser in,
 * and a page without the portal around it may look like anything.
 */
function isClosed(path: string): boolean {
  const pathname = pathnameOf(path)
  return plainPath(pathname) === "/" || staticRouteAt(pathname)?.place === "bare"
}

/** DLG-5: the refusal for a page of another site, though it is on the list; null: allowed. */
export function refusalFor(invocation: Invocation): string | null {
  switch (invocation.method) {
    case "openPicker":
      // Both would write, with the person's rights, what the other site made up.
      if (invocation.name === "range" && invocation.options.save) return refusalMessages.noSaving
      if (invocation.name === "department" && invocation.options.canEdit) return refusalMessages.noEditing
      return null
    case "openDrawer":
      return invocation.name === "page" && isClosed(invocation.options.path)
        ? refusalMessages.closedPlace
        : null
    case "navigate":
      return isClosed(invocation.path) ? refusalMessages.closedPlace : null
    case "reauthenticate":
      return invocation.mid === "" ? reauthMessages.midMissing : null
    case "startMonitor":
    case "stopMonitor":
    case "currentUser":
    case "informationList":
    case "ticket":
    case "setTitle":
      return null
  }
}
