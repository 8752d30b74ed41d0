import { Link } from "react-router"
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
import { Icon } from "../../ui/navigation/icon.tsx"
import { menuIcon } from "../../ui/navigation/menu-icon.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import css from "./applications-card.module.css"

function byIds(entries: readonly MenuEntry[], ids: readonly string[]): readonly MenuEntry[] {
  const all = trails(entries).flatMap((trail) => trail.at(-1) ?? [])
  return ids.flatMap((id) => all.find((entry) => entry.id === id) ?? [])
}

interface GroupProps {
  readonly title: string
  readonly entries: readonly MenuEntry[]
  readonly empty: string
}

function Group({ title, entries, empty }: GroupProps) {
  return (
    <section className={css.group} aria-label={title}>
      <h3>{title}</h3>
      {entries.length === 0 && <p>{empty}</p>}
      <ul>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link to={entry.path} className={css.app} title={entry.text}>
              <span className={css.mark}>
                <Icon
                  name={entry.shows.kind === "problem" ? "caution" : menuIcon(entry.icon, "folder")}
                  sizePx={18}
                />
              </span>
              <span>{entry.text || "未命名菜单"}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first places below an application; the rest is a press on its name away. */
function leaves(entry: MenuEntry): readonly MenuEntry[] {
  return trails(entry.children)
    .flatMap((trail) => trail.at(-1) ?? [])
    .filter(({ children }) => children.length === 0)
    .slice(0, 6)
}

function Applications({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return (
    <ul className={css.applications}>
      {entries.map((entry) => (
        <li key={entry.path}>
          <Link to={entry.path} className={css.app} title={entry.text}>
            <span className={css.mark}>
              <Icon
                name={entry.shows.kind === "problem" ? "caution" : menuIcon(entry.icon, "folder")}
                sizePx={18}
              />
            </span>
            <b>{entry.text || "未命名菜单"}</b>
          </Link>
          <ul className={css.leaves}>
            {leaves(entry).map((leaf) => (
              <li key={leaf.path}>
                <Link to={leaf.path} title={leaf.text}>
                  {leaf.text || "未命名菜单"}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Content({ user }: CardContent<null>) {
  const entries = useMenuEntries()
  const { items, failure } = useMenus()
  const { favourites, recent } = useMenuHabits(user.id)
  if (items === null && failure)
    return (
      <SmallEmptyState
        isAlert
        icon="caution"
        words={messageOf(failure) ?? "应用没有加载成功"}
        action="重试"
        onAction={() => refreshMenus(user.id)}
      />
    )
  if (items === null) return <BarsSkeleton heightsPx={[20, 40, 40]} />
  if (entries.length === 0)
    return <SmallEmptyState icon="apps" words="还没有可用的应用，开通后会显示在这里。请联系本单位管理员。" />
  return (
    <>
      <div className={css.habits}>
        <Group
          title="收藏"
          entries={byIds(entries, favourites)}
          empty="打开一个功能，点标题旁的星形即可收藏。"
        />
        <Group title="最近使用" entries={byIds(entries, recent)} empty="用过的功能会出现在这里。" />
      </div>
      <Applications entries={entries} />
    </>
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
  // The shell has the menus already, and says so when they can't be had.
  shape: z.null(),
  load: () => Promise.resolve(null),
  Content,
})
