import type { TodoCounts } from "@uc/contract/todo-counts/calls"
import { Button } from "../../ui/forms/button.tsx"
import { Tile, TileGrid } from "../../ui/layout/tile.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { menuIcon } from "../../ui/navigation/menu-icon.ts"
import { toggleFavourite } from "../menus/public.ts"
import { badgeOf } from "../todo-counts/public.ts"
import type { Place } from "./application-groups.ts"
import css from "./applications.module.css"

interface PlaceTilesProps {
  readonly places: readonly Place[]
  readonly userId: string
  readonly favourites: readonly string[]
  readonly counts?: TodoCounts | undefined
}

/** What can be opened, each with its star. */
export function PlaceTiles({ places, userId, favourites, counts }: PlaceTilesProps) {
  return (
    <TileGrid>
      {places.map(({ entry, within, icon, href }) => {
        const isMarked = favourites.includes(entry.id)
        const fallback = href === undefined ? "page" : "apps"
        return (
          <Tile
            key={entry.id === "" ? entry.path : entry.id}
            {...(href === undefined ? { to: entry.path } : { href })}
            icon={entry.shows.kind === "problem" ? "caution" : menuIcon(icon, fallback)}
            title={entry.text}
            words={within || "进入"}
            badge={badgeOf(entry, counts)}
            end={
              entry.id !== "" && (
                <Button
                  look="quiet"
                  className={css.star}
                  aria-pressed={isMarked}
                  aria-label={`收藏${entry.text}`}
                  title={isMarked ? "取消收藏" : "收藏"}
                  onClick={() => void toggleFavourite(userId, entry.id)}
                >
                  <Icon name="star" sizePx={18} isFilled={isMarked} />
                </Button>
              )
            }
          />
        )
      })}
    </TileGrid>
  )
}
