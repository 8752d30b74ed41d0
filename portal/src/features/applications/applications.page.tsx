import { messageOf } from "../../platform/failure.ts"
import { useMenuEntries } from "../../platform/menu-entries.ts"
import type { MenuEntry } from "../../platform/menu-entry.ts"
import { refreshMenus, useMenus } from "../../platform/menus.ts"
import { useUser } from "../../platform/session.ts"
import { Button } from "../../ui/button.tsx"
import { Face } from "../../ui/face.tsx"
import { menuIcon } from "../../ui/menu-icon.ts"
import { PageSkeleton } from "../../ui/skeleton.tsx"
import { Tile, TileGrid } from "../../ui/tile.tsx"
import css from "./applications.module.css"

/** The places below an item that lead somewhere by themselves, with the names of what stands between. */
function places(
  entries: readonly MenuEntry[],
  within: readonly string[] = [],
): readonly (readonly [MenuEntry, string])[] {
  return entries.flatMap((entry) =>
    entry.children.length === 0
      ? [[entry, within.join(" / ")] as const]
      : places(entry.children, [...within, entry.text]),
  )
}

/** Everything that the user may open, application by application. */
export function Component() {
  const user = useUser()
  const entries = useMenuEntries()
  const { items, failure } = useMenus()
  if (items === null && failure)
    return (
      <Face
        isPage
        isAlert
        art="broken"
        title="应用没有加载成功"
        words={messageOf(failure)}
        actions={<Button onClick={() => user && void refreshMenus(user.id)}>重试</Button>}
      />
    )
  if (items === null) return <PageSkeleton />
  if (entries.length === 0)
    return (
      <Face
        isPage
        art="empty"
        title="还没有可用的应用"
        words="开通后，您的应用会显示在这里。请联系本单位管理员。"
      />
    )
  return (
    <div className={css.page}>
      <h1 className="only-read-aloud">应用</h1>
      {entries.map((entry) => (
        <section key={entry.path} className={css.group} aria-label={entry.text}>
          <h2>{entry.text}</h2>
          <TileGrid>
            {places(entry.children.length > 0 ? entry.children : [entry]).map(([place, within]) => (
              <Tile
                key={place.path}
                to={place.path}
                icon={place.shows.kind === "problem" ? "caution" : menuIcon(place.icon ?? entry.icon, "page")}
                title={place.text}
                words={within || "进入"}
              />
            ))}
          </TileGrid>
        </section>
      ))}
    </div>
  )
}
