import type { TodoCounts } from "@uc/contract/todo-counts/calls"
import { useEffect, useMemo, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCurrentPage } from "../../routing/current-page.ts"
import { isFavouriteApplication } from "../../../features/applications/connected-entry.ts"
import { useFavouriteApplications } from "../../../features/applications/favourite-applications.ts"
import { useMenuEntries } from "../../../features/menus/menu-entries.ts"
import { trails, type MenuEntry } from "../../../features/menus/menu-entry.ts"
import { useMenuHabits } from "../../../features/menus/menu-habits.ts"
import { refreshMenus, useMenus } from "../../../features/menus/menus.ts"
import { useUser } from "../../../platform/session/session.ts"
import { badgeOf, useTodoCounts } from "../../../features/todo-counts/todo-counts.ts"
import { ErrorBoundary } from "../../../ui/feedback/error-boundary.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { Delayed } from "../../../ui/layout/delayed.tsx"
import { menuIcon } from "../../../ui/navigation/menu-icon.ts"
import { SideMenu, type SideEntry } from "../../../ui/navigation/side-menu.tsx"
import { Bar } from "../../../ui/feedback/skeleton.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { rememberedGroups, rememberGroup } from "./remembered-groups.ts"
import { whenIdle } from "../../loading/when-idle.ts"

function sideEntry(entry: MenuEntry, counts: TodoCounts | undefined): SideEntry {
  const isGroup = entry.shows.kind === "group"
  return {
    isElsewhere: isFavouriteApplication(entry.id),
    key: entry.path,
    label: entry.text || "未命名菜单",
    icon: menuIcon(entry.icon, isGroup ? "folder" : "page"),
    to: entry.path,
    isBroken: entry.shows.kind === "problem",
    badge: badgeOf(entry, counts),
    children: entry.children.map((child) => sideEntry(child, counts)),
  }
}

/** Favourites as a branch of their own, on top. */
function favouritesEntry(
  entries: readonly MenuEntry[],
  ids: readonly string[],
  counts: TodoCounts | undefined,
): SideEntry | null {
  const marked = ids.flatMap((id) => {
    const found = trails(entries)
      .find((trail) => trail.at(-1)?.id === id)
      ?.at(-1)
    return found ? [{ ...sideEntry(found, counts), key: `favourite:${found.path}`, children: [] }] : []
  })
  if (marked.length === 0) return null
  return { key: "favourites", label: "收藏", icon: "star", to: null, isBroken: false, children: marked }
}

/** After the bell and other parts that wait for an idle moment. */
const behindTheRestMs = 4000

/** When idle: no first screen waits for a badge. */
function useWaitingLater(): TodoCounts | undefined {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const callOff = whenIdle(() => {
      timer = setTimeout(() => setIdle(true), behindTheRestMs)
    })
    return () => {
      callOff()
      clearTimeout(timer)
    }
  }, [])
  return useTodoCounts(isIdle)
}

interface ShellMenuProps {
  readonly isFolded: boolean
}

export function ShellMenu(props: ShellMenuProps) {
  return (
    <ErrorBoundary
      place="menu"
      drawnFrom={useMenuEntries()}
      renderBroken={(retry) => (
        <Stack gap={10} padX={10} padY={8} tone="soft" size={13} role="alert">
          {!props.isFolded && <p>菜单显示异常。</p>}
          <Button onClick={retry}>重试</Button>
        </Stack>
      )}
    >
      <Menu {...props} />
    </ErrorBoundary>
  )
}

function Menu({ isFolded }: ShellMenuProps) {
  const user = useUser()
  const { items, failure } = useMenus()
  const entries = useMenuEntries()
  const { favourites } = useMenuHabits(user?.id ?? null)
  const marked = useFavouriteApplications(favourites).entries
  const { group, entry } = useCurrentPage().marked
  const counts = useWaitingLater()
  const shown = useMemo(() => {
    const own = entries.map((each) => sideEntry(each, counts))
    const kept = favouritesEntry([...entries, ...marked], favourites, counts)
    return kept ? [kept, ...own] : own
  }, [entries, marked, favourites, counts])

  if (items === null && failure)
    return isFolded ? null : (
      <Stack gap={10} padX={10} padY={8} tone="soft" size={13} role="alert">
        <p>{messageOf(failure) ?? "菜单加载失败"}</p>
        <Button onClick={() => user && void refreshMenus(user.id)}>重新加载菜单</Button>
      </Stack>
    )
  if (items === null)
    return (
      <Delayed>
        <Stack gap={8} role="status" aria-label="正在加载菜单">
          {Array.from({ length: 7 }, (_, at) => (
            <Bar key={at} heightPx={32} />
          ))}
        </Stack>
      </Delayed>
    )
  if (shown.length === 0)
    return isFolded ? null : (
      <Stack as="p" padX={10} padY={8} tone="soft" size={13}>
        暂未为您开通功能，请联系本单位管理员。
      </Stack>
    )
  return (
    <SideMenu
      entries={shown}
      current={entry?.path ?? null}
      holding={group.map(({ path }) => path)}
      isFolded={isFolded}
      remembered={user ? rememberedGroups(user.id) : {}}
      onToggle={(key, isOpen) => user && rememberGroup(user.id, key, isOpen)}
    />
  )
}
