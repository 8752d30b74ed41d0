import { Link } from "../../ui/navigation/link.tsx"
import { z } from "zod"
import { audiences, homeCard, type CardContent } from "../home/public.ts"
import {
  useMenuEntries,
  trails,
  type MenuEntry,
  useMenuHabits,
  refreshMenus,
  useMenus,
} from "../menus/public.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { menuIcon } from "../../ui/navigation/menu-icon.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { isFavouriteApplication } from "./connected-entry.ts"
import { useFavouriteApplications } from "./favourite-applications.ts"
import css from "./applications-card.module.css"

function byIds(entries: readonly MenuEntry[], ids: readonly string[]): readonly MenuEntry[] {
  const all = trails(entries).flatMap((trail) => trail.at(-1) ?? [])
  return ids.flatMap((id) => all.find((entry) => entry.id === id) ?? [])
}

interface GroupProps {
  readonly title: string
  readonly entries: readonly MenuEntry[]
  readonly empty: string
  /** Some of it could not be loaded. */
  readonly onRetry?: (() => void) | undefined
}

function Application({
  entry,
  isStrong = false,
}: {
  readonly entry: MenuEntry
  readonly isStrong?: boolean
}) {
  const looks = { gap: 8, padX: 6, padY: 4, className: css.app, title: entry.text } as const
  const inside = (
    <>
      <Row as="span" rigid pad={6} surface="brand" tone="brand">
        <Icon
          name={entry.shows.kind === "problem" ? "caution" : menuIcon(entry.icon, "folder")}
          sizePx={18}
        />
      </Row>
      <Text as={isStrong ? "b" : "span"} className={css.label} weight={isStrong ? 500 : 400}>
        {entry.text || "未命名菜单"}
      </Text>
    </>
  )
  return isFavouriteApplication(entry.id) ? (
    <Row as="a" href={entry.path} target="_blank" rel="noopener noreferrer" {...looks}>
      {inside}
    </Row>
  ) : (
    <Row as={Link} to={entry.path} {...looks}>
      {inside}
    </Row>
  )
}

function Group({ title, entries, empty, onRetry }: GroupProps) {
  return (
    <section aria-label={title}>
      <Text as="h3" tone="faint" size={12} weight={400}>
        {title}
      </Text>
      {entries.length === 0 && !onRetry && (
        <Text as="p" tone="faint" size={13}>
          {empty}
        </Text>
      )}
      {onRetry && (
        <Text as="p" tone="faint" size={13} role="alert">
          收藏的系统加载失败。
          <Button look="text" onClick={onRetry}>
            重试
          </Button>
        </Text>
      )}
      <Grid as="ul" leastPx={132} gap={4} columnGap={8}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Application entry={entry} />
          </li>
        ))}
      </Grid>
    </section>
  )
}

/** The first pages of an application; the rest is behind its name. */
function leaves(entry: MenuEntry): readonly MenuEntry[] {
  return trails(entry.children)
    .flatMap((trail) => trail.at(-1) ?? [])
    .filter(({ children }) => children.length === 0)
    .slice(0, 6)
}

function Applications({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return (
    <Grid as="ul" leastPx={208} gap={8} columnGap={12}>
      {entries.map((entry) => (
        <li key={entry.path}>
          <Application entry={entry} isStrong />
          <ul className={css.leaves}>
            {leaves(entry).map((leaf) => (
              <li key={leaf.path}>
                <Text as={Link} tone="soft" size={13} to={leaf.path} title={leaf.text}>
                  <span className={css.label}>{leaf.text || "未命名菜单"}</span>
                </Text>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </Grid>
  )
}

function Content({ user }: CardContent<null>) {
  const entries = useMenuEntries()
  const { items, failure } = useMenus()
  const { favourites, recent } = useMenuHabits(user.id)
  const marked = useFavouriteApplications(favourites)
  if (items === null && failure)
    return (
      <SmallEmptyState
        isAlert
        icon="caution"
        words={messageOf(failure) ?? "应用加载失败"}
        action="重试"
        onAction={() => refreshMenus(user.id)}
      />
    )
  if (items === null) return <BarsSkeleton heightsPx={[20, 40, 40]} />
  if (entries.length === 0 && marked.entries.length === 0 && !marked.hasFailed)
    return (
      <SmallEmptyState
        icon="apps"
        words="暂无可用的功能，开通请联系本单位管理员。已接入的其他系统请看“全部应用”。"
      />
    )
  return (
    <Stack gap={12}>
      <Grid columns={2} gap={12}>
        <Group
          title="收藏"
          entries={byIds([...entries, ...marked.entries], favourites)}
          empty="打开一个功能，点标题旁的星形即可收藏。"
          onRetry={marked.hasFailed ? marked.retry : undefined}
        />
        <Group title="最近使用" entries={byIds(entries, recent)} empty="用过的功能会出现在这里。" />
      </Grid>
      <Applications entries={entries} />
    </Stack>
  )
}

export const card = homeCard({
  key: "applications",
  title: "我的应用",
  icon: "apps",
  audience: audiences,
  order: 65,
  size: { w: 8, h: 5 },
  least: { w: 3, h: 3 },
  more: { words: "全部应用", to: "/main/applications" },
  // The shell has loaded the menus, and reports a failure.
  shape: z.null(),
  load: () => Promise.resolve(null),
  Content,
})
