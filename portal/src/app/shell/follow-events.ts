import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { loadInformation } from "../../features/notices/load-information.ts"
import { refreshMenus } from "../../features/menus/menus.ts"
import { onEvent } from "../../platform/realtime/events.ts"
import { fetchCurrentUser } from "../../platform/session/current-user.ts"
import { storedUser } from "../../platform/session/session.ts"
import { callKey } from "../../platform/http/use-call.ts"
import { queries } from "../loading/queries.ts"

/** All browsers get an event at the same moment; they call within this time, not all at once. */
const spreadMs = 1000

/** A stream that opens sends every topic; what was read at the start is as new as that. */
const justReadMs = 5000

/** An event during a call may not be in its answer, so the call is repeated. */
function asking(ask: () => Promise<unknown>, chance: () => number): () => void {
  let isUnderWay = false
  let isDue = false
  return () => {
    if (isUnderWay) {
      isDue = true
      return
    }
    isUnderWay = true
    setTimeout(async () => {
      do {
        isDue = false
        await ask()
      } while (isDue)
      isUnderWay = false
    }, chance() * spreadMs)
  }
}

/** MENU-1, HOME-4: changed menus and codes reach whoever is signed in, without signing in again. */
export function followEvents(chance: () => number = Math.random): () => void {
  const beganMs = nowMs()
  const ends = [
    onEvent(
      "menus",
      asking(async () => {
        const user = storedUser()
        if (!user) return
        await refreshMenus(user.id)
        // DISTRICT-8: a role that was given or taken changes pages and buttons too. What was read at the start is new enough.
        if (nowMs() - beganMs >= justReadMs) await fetchCurrentUser().catch(() => undefined)
      }, chance),
    ),
    onEvent(
      "codes",
      asking(async () => {
        if (nowMs() - beganMs < justReadMs) return
        await Promise.all([
          loadInformation(),
          queries.invalidateQueries({ queryKey: callKey(dictionaryCalls.codesByParent) }),
          queries.invalidateQueries({ queryKey: callKey(dictionaryCalls.codes) }),
        ])
      }, chance),
    ),
  ]
  return () => {
    for (const end of ends) end()
  }
}
