import { useEffect } from "react"
import { Link } from "react-router"
import { useCurrentPage } from "../routing/current-page.ts"
import { toggleFavourite, useMenuHabits } from "../../features/menus/menu-habits.ts"
import { useUser } from "../../platform/session/session.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import css from "./shell.module.css"

/** Where one is, and on a menu's page the star that puts it among the favourites. */
export function ShellCrumbs() {
  const user = useUser()
  const { path, title, trail } = useCurrentPage()
  const { favourites } = useMenuHabits(user?.id ?? null)
  const entry = trail.at(-1)
  // The content scrolls and not the window, so the browser does not begin a new page at its top by itself.
  useEffect(() => {
    if (path === "") return
    // With the next frame: here it would have the whole page laid out before it is drawn.
    const frame = requestAnimationFrame(() => document.getElementById("content")?.scrollTo?.(0, 0))
    return () => cancelAnimationFrame(frame)
  }, [path])
  if (!entry) return null
  const isMarked = favourites.includes(entry.id)
  return (
    <div className={css.crumbs}>
      <nav aria-label="所在位置">
        <ol>
          <li>
            <Link to="/main/home">首页</Link>
          </li>
          {trail.slice(0, -1).map((above) => (
            <li key={above.path}>
              <Link to={above.path}>{above.text}</Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className={css.title}>
        <h1>{entry.text || title}</h1>
        {user && entry.id !== "" && (
          <button
            type="button"
            className={css.star}
            aria-pressed={isMarked}
            aria-label="收藏此页"
            title={isMarked ? "取消收藏" : "收藏此页"}
            onClick={() => void toggleFavourite(user.id, entry.id)}
          >
            <Icon name="star" isFilled={isMarked} />
          </button>
        )}
      </div>
    </div>
  )
}
