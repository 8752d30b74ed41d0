import { useEffect } from "react"
import { menuHabits, refreshFavourites } from "../../features/menus/menu-habits.ts"
import { useUser } from "../../platform/session/session.ts"
import { whenIdle } from "../loading/when-idle.ts"

/** HOME-5: favourites marked on another device, loaded when idle. Until then those of this browser are shown. */
export function useKeptFavourites(): void {
  const userId = useUser()?.id ?? null
  useEffect(() => {
    if (userId === null) return
    menuHabits(userId)
    // A failure is ignored: the favourites of this browser stay.
    return whenIdle(() => void refreshFavourites(userId).catch(() => {}))
  }, [userId])
}
