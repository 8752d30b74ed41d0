import { useOutlet } from "react-router"
import { useMenuEntry, type MenuEntry } from "./menu-entry.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import type { IconName } from "../../ui/navigation/icon.tsx"
import { menuIcon } from "../../ui/navigation/menu-icon.ts"
import { Tile, TileGrid } from "../../ui/layout/tile.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

function iconOf({ icon, shows }: MenuEntry): IconName {
  if (shows.kind === "problem") return "caution"
  if (shows.kind === "group") return menuIcon(icon, "folder")
  return menuIcon(icon, shows.kind === "page" ? "page" : "window")
}

function wordsOf({ shows, children }: MenuEntry): string {
  if (shows.kind === "problem") return "暂时无法打开"
  return children.length > 0 ? `${children.length} 项功能` : "进入"
}

/** MENU-3: the page of a top-level item; an item that only has children shows them here, in groups. */
export function Component() {
  const entry = useMenuEntry()
  // Around a top-level item's own page and everything below it; by itself it shows links to them.
  const outlet = useOutlet()
  if (outlet !== null || !entry) return outlet
  const groups = entry.children.filter(({ children }) => children.length > 0)
  const single = entry.children.filter(({ children }) => children.length === 0)
  if (entry.children.length === 0)
    return <EmptyState isPage art="empty" title={entry.text} words="暂无可用的功能，请联系管理员开通。" />
  return (
    <Stack gap={24}>
      {single.length > 0 && (
        <TileGrid>
          {single.map((child) => (
            <Tile
              key={child.path}
              to={child.path}
              icon={iconOf(child)}
              title={child.text}
              words={wordsOf(child)}
            />
          ))}
        </TileGrid>
      )}
      {groups.map((group) => (
        <Stack as="section" key={group.path} gap={12} aria-label={group.text}>
          <Text as="h2" tone="soft" size={15}>
            {group.text}
          </Text>
          <TileGrid>
            {group.children.map((child) => (
              <Tile
                key={child.path}
                to={child.path}
                icon={iconOf(child)}
                title={child.text}
                words={wordsOf(child)}
              />
            ))}
          </TileGrid>
        </Stack>
      ))}
    </Stack>
  )
}
