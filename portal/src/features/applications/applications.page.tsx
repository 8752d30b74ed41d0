import { applicationCalls } from "@uc/contract/applications/calls"
import { todoBadge, todoKinds, type TodoCounts } from "@uc/contract/todo-counts/calls"
import { useEffect, useMemo, useState, type ReactNode } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { z } from "zod"
import { filter, urlFilters } from "../../page-kit/list/url-filters.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import {
  useMenuEntries,
  type MenuEntry,
  refreshFavourites,
  useAreFavouritesLost,
  useMenuHabits,
  searchMenus,
  refreshMenus,
  useMenus,
} from "../menus/public.ts"
import { useUser } from "../../platform/session/session.ts"
import { useTodoCounts } from "../todo-counts/public.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { SearchBox } from "../../ui/forms/filters/search-box.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { PageSkeleton } from "../../ui/feedback/skeleton.tsx"
import { DrawnLater } from "../../ui/layout/drawn-later.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import type { ConnectedApplication } from "./connected-entry.ts"
import { ConnectedTiles } from "./connected-tiles.tsx"
import { connectedGroup, connectedPlace, placesById, placesOf, type Place } from "./application-groups.ts"
import { PlaceTiles } from "./place-tiles.tsx"
import css from "./applications.module.css"

/** Everything that the user may open, application by application (HOME-5). */
export function Component() {
  const user = useUser()
  const entries = useMenuEntries()
  const { items, failure } = useMenus()
  if (!user) return null
  if (items === null && failure)
    return (
      <EmptyState
        isPage
        isAlert
        art="broken"
        title="应用加载失败"
        words={messageOf(failure)}
        actions={<Button onClick={() => void refreshMenus(user.id)}>重试</Button>}
      />
    )
  if (items === null) return <PageSkeleton />
  if (entries.length === 0) return <WithoutMenus userId={user.id} />
  return <Applications userId={user.id} entries={entries} />
}

/** SSO-3: connected systems may be all that somebody has. */
function WithoutMenus({ userId }: { readonly userId: string }) {
  const { favourites } = useMenuHabits(userId)
  const { data, error } = useCall(applicationCalls.mine, {})
  if (!data && !error) return <PageSkeleton />
  if (data?.applications.length === 0)
    return (
      <EmptyState
        isPage
        art="empty"
        title="暂无可用的应用"
        words="开通后，您的应用会显示在这里。请联系本单位管理员。"
      />
    )
  return (
    <Stack gap={24}>
      <Text as="h1" size={20}>
        应用
      </Text>
      <ConnectedTiles userId={userId} favourites={favourites} />
    </Stack>
  )
}

const noApplications: readonly ConnectedApplication[] = []
const longestQuery = 50
const applicationFilters = urlFilters({ q: filter(z.string().max(longestQuery)) })

interface ApplicationsProps {
  readonly userId: string
  readonly entries: readonly MenuEntry[]
}

function Applications({ userId, entries }: ApplicationsProps) {
  const url = useUrlFilters(applicationFilters)
  const query = url.state.q
  const { favourites, recent } = useMenuHabits(userId)
  const areLost = useAreFavouritesLost(userId)
  const counts = useTodoCounts()
  const connected = useCall(applicationCalls.mine, {}).data?.applications ?? noApplications
  const systems = useMemo(() => connected.map(connectedPlace), [connected])
  const found = useFound(
    useMemo(() => [...entries, ...systems.map(({ entry }) => entry)], [entries, systems]),
    query,
  )
  const foundSystems = systems.filter(({ entry }) => Array.isArray(found) && found.includes(entry))
  const places = placesOf(entries)
  const groups = [...new Set(places.map(({ group }) => group))]
  const shown = (title: string, of: readonly Place[], empty?: string) => (
    <Group title={title} places={of} empty={empty} userId={userId} favourites={favourites} counts={counts} />
  )
  return (
    <Stack gap={24}>
      <Row as="header" wrap justify="between" gap={12} onPhone="fill">
        <Text as="h1" size={20}>
          应用
        </Text>
        <SearchBox
          className={css.search}
          label="查找应用"
          placeholder="名称、拼音或首字母"
          value={query}
          maxLength={longestQuery}
          onChange={(q) => url.narrow({ q })}
        />
      </Row>
      {query.trim() !== "" ? (
        found === null ? (
          <PageSkeleton />
        ) : found === "failed" ? (
          <EmptyState isAlert art="broken" title="查找失败" words="网络较慢，请稍后再试。" />
        ) : found.length === 0 ? (
          <EmptyState
            art="empty"
            title={`没有找到“${query.trim()}”`}
            words="请更换名称、拼音或首字母；没有开通的应用请联系本单位管理员。"
            actions={<Button onClick={url.reset}>显示全部</Button>}
          />
        ) : (
          <>
            {found.length > foundSystems.length &&
              shown(
                `找到 ${found.length - foundSystems.length} 个应用`,
                places.filter(({ entry }) => found.includes(entry)),
              )}
            {foundSystems.length > 0 && shown(connectedGroup, foundSystems)}
          </>
        )
      ) : (
        <>
          <Waiting counts={counts} />
          {areLost && favourites.length === 0 ? (
            <LostFavourites userId={userId} />
          ) : (
            shown(
              "收藏",
              placesById([...places, ...systems], favourites),
              "点应用右侧的星形，把常用的放在这里。",
            )
          )}
          {recent.length > 0 && shown("最近使用", placesById(places, recent))}
          <ConnectedTiles userId={userId} favourites={favourites} />
          <DrawnLater>
            {groups.map((group) => (
              <div key={group}>
                {shown(
                  group,
                  places.filter((place) => place.group === group),
                )}
              </div>
            ))}
          </DrawnLater>
        </>
      )}
    </Stack>
  )
}

/** The matching entries; null while the search is loading. */
function useFound(entries: readonly MenuEntry[], query: string): readonly MenuEntry[] | "failed" | null {
  const [found, setFound] = useState<{ for: string; entries: readonly MenuEntry[] | "failed" } | null>(null)
  useEffect(() => {
    if (query.trim() === "") return
    let isOver = false
    searchMenus(entries, query).then(
      (all) => {
        if (!isOver) setFound({ for: query, entries: all.flatMap((trail) => trail.at(-1) ?? []) })
        return null
      },
      () => {
        if (!isOver) setFound({ for: query, entries: "failed" })
      },
    )
    return () => {
      isOver = true
    }
  }, [entries, query])
  // The earlier result stays until the next one is there, so that nothing flickers.
  return found?.entries ?? null
}

interface GroupProps {
  readonly title: string
  readonly places: readonly Place[]
  readonly empty?: string | undefined
  readonly userId: string
  readonly favourites: readonly string[]
  readonly counts: TodoCounts | undefined
}

function Group({ title, places, empty, userId, favourites, counts }: GroupProps) {
  return (
    <Section title={title}>
      {places.length === 0 && empty && (
        <Text as="p" tone="faint">
          {empty}
        </Text>
      )}
      {places.length > 0 && (
        <PlaceTiles places={places} userId={userId} favourites={favourites} counts={counts} />
      )}
    </Section>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack as="section" gap={12} aria-label={title}>
      <Text as="h2" size={15}>
        {title}
      </Text>
      {children}
    </Stack>
  )
}

function LostFavourites({ userId }: { readonly userId: string }) {
  const [isAsking, setAsking] = useState(false)
  async function again() {
    setAsking(true)
    await refreshFavourites(userId).catch(() => undefined)
    setAsking(false)
  }
  return (
    <Section title="收藏">
      <Text as="p" tone="faint" role="alert">
        收藏加载失败。
        <Button look="text" disabled={isAsking} onClick={() => void again()}>
          重试
        </Button>
      </Text>
    </Section>
  )
}

/** What waits for the user, each with its link. */
function Waiting({ counts }: { readonly counts: TodoCounts | undefined }) {
  const ways: Readonly<Record<keyof TodoCounts, string>> = {
    tasks: "/task",
    alarms: "/main/alarms?waiting=1",
    notices: "/main/notices?state=waiting",
    drills: "/main/drills?tab=due",
    assessments: "/main/assessments",
    hazards: "/main/hazards?waiting=1",
  }
  const waiting = (Object.keys(todoKinds) as (keyof TodoCounts)[]).flatMap((kind) => {
    const [text, to] = [todoBadge(counts?.[kind] ?? 0), ways[kind]]
    return text === null ? [] : [{ kind, text, to }]
  })
  if (waiting.length === 0) return null
  return (
    <Section title="待我处理">
      <Row as="ul" wrap gap={8}>
        {waiting.map(({ kind, text, to }) => (
          <li key={kind}>
            <Link to={to} className={buttonClass()}>
              <Text as="b" figures tone="danger" size={16}>
                {text}
              </Text>
              {todoKinds[kind]}
            </Link>
          </li>
        ))}
      </Row>
    </Section>
  )
}
