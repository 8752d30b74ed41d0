import { updateMessages } from "@uc/contract/core/update-messages"
import { createPath, type DataRouter } from "react-router"
import { hostedPages } from "../../features/hosting/hosted-pages.ts"
import { lookForUpdate, mayReloadForUpdate } from "../../platform/browser/portal-update.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { goOnTo } from "../../platform/http/reload-document.ts"
import { onEvent } from "../../platform/realtime/events.ts"
import { hasKept } from "../../platform/session/kept-text.ts"
import { isDialogOpen } from "../../ui/overlays/open-dialogs.ts"
import { noteRetry } from "./chunk-retry.ts"

/** Every stream breaks when the server is updated; browsers check within this time, not all at once. */
const spreadMs = 3000

/** BROWSER-11: a stream that opens again may be of a new version; the next navigation reloads then. */
export function followUpdate(router: DataRouter, chance: () => number = Math.random): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  onEvent("menus", () => {
    clearTimeout(timer)
    timer = setTimeout(() => void lookForUpdate(), chance() * spreadMs)
  })
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== "loading" || navigation.location.pathname === location.pathname) return
    // A dialog outlives a navigation, and so do pages of other sites, with what was typed in them.
    if (isDialogOpen() || hostedPages().pages.length > 0) return
    if (!mayReloadForUpdate()) return
    const place = createPath(navigation.location)
    // One reload, also where the new version can't open the place.
    noteRetry(place)
    goOnTo(place)
  })
  if (hasKept()) showToast("info", updateMessages.kept)
}
