import { useEffect } from "react"
import { menuHabits, refreshFavourites } from "../../features/menus/menu-habits.ts"
import { useUser } from "../../platform/session/session.ts"
import { whenIdle } from "../loading/when-idle.ts"

/** HOME-5: favourites marked on another device, once nothing else is to do. Until then those of this browser are shown. */
export function useKeptFavourites(): void {
  const userId = useUser()?.id ?? null
  useEffect(() => {
    if (userId === null) return
    menuHabits(userId)
    // Nobody waits for it: whoever is away or signed out keeps what this browser has.
    return whenIdle(() => void refreshFavourites(userId).catch(() => {}))
  }, [userId])
}
