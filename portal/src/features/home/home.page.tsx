import { usertypes, type CurrentUser } from "@uc/contract/session"
import { Link } from "react-router"
import { nowMs } from "../../platform/clock.ts"
import { useMenuEntries } from "../../platform/menu-entries.ts"
import { trails, type MenuEntry } from "../../platform/menu-entry.ts"
import { useMenuHabits } from "../../platform/menu-habits.ts"
import { useMenus } from "../../platform/menus.ts"
import { useUser } from "../../platform/session.ts"
import { Delayed } from "../../ui/delayed.tsx"
import { Face } from "../../ui/face.tsx"
import { Icon, type IconName } from "../../ui/icon.tsx"
import { menuIcon } from "../../ui/menu-icon.ts"
import { CardsSkeleton } from "../../ui/skeleton.tsx"
import { dayInWords, greetingAt } from "./greeting.ts"
import { Hills } from "./hills.tsx"
import css from "./home.module.css"

const kinds: Record<CurrentUser["usertype"], string> = {
  [usertypes.platform]: "平台",
  [usertypes.bureau]: "教育局",
  [usertypes.enterprise]: "企业",
  [usertypes.school]: "学校",
}

/** What the home page will hold; each becomes a card of its own. */
const awaited: readonly { readonly icon: IconName; readonly title: string; readonly words: string }[] = [
  { icon: "task", title: "待办任务", words: "待处理的任务和提醒" },
  { icon: "alarm", title: "安全预警", words: "今日预警与处置进展" },
  { icon: "patrol", title: "巡查", words: "巡查完成情况" },
  { icon: "chart", title: "考核", words: "考核进度与结果" },
]

function byIds(entries: readonly MenuEntry[], ids: readonly string[]): readonly MenuEntry[] {
  const all = trails(entries)
  return ids.flatMap((id) => all.find((trail) => trail.at(-1)?.id === id)?.at(-1) ?? [])
}

/** The first places below an application; the rest is a press on its name away. */
function leaves(entry: MenuEntry): readonly MenuEntry[] {
  return trails(entry.children)
    .flatMap((trail) => trail.at(-1) ?? [])
    .filter(({ children }) => children.length === 0)
    .slice(0, 6)
}

function Habits({
  title,
  icon,
  entries,
  empty,
}: {
  readonly title: string
  readonly icon: IconName
  readonly entries: readonly MenuEntry[]
  readonly empty: string
}) {
  return (
    <section className={css.card} aria-label={title}>
      <h2>
        <Icon name={icon} />
        {title}
      </h2>
      {entries.length === 0 ? (
        <p className={css.none}>{empty}</p>
      ) : (
        <ul className={css.links}>
          {entries.map((entry) => (
            <li key={entry.path}>
              <Link to={entry.path}>
                <Icon name={menuIcon(entry.icon, "page")} sizePx={16} />
                <span>{entry.text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Applications({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const { items, failure } = useMenus()
  if (items === null && failure)
    return (
      <Face
        isAlert
        art="broken"
        title="应用没有加载成功"
        words="请点击左侧菜单的“重新加载菜单”，或稍后再试。"
      />
    )
  if (items === null)
    return (
      <Delayed>
        <CardsSkeleton count={6} />
      </Delayed>
    )
  if (entries.length === 0)
    return (
      <Face art="empty" title="还没有可用的应用" words="开通后，您的应用会显示在这里。请联系本单位管理员。" />
    )
  return (
    <ul className={css.apps}>
      {entries.map((entry) => (
        <li key={entry.path} className={css.app}>
          <Link to={entry.path} className={css.head}>
            <span className={css.mark}>
              <Icon
                name={entry.shows.kind === "problem" ? "caution" : menuIcon(entry.icon, "folder")}
                sizePx={20}
              />
            </span>
            <b>{entry.text || "未命名菜单"}</b>
            <Icon name="right" sizePx={14} />
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

export function Component() {
  const user = useUser()
  const entries = useMenuEntries()
  const { favourites, recent } = useMenuHabits(user?.id ?? null)
  if (!user) return null
  const now = nowMs()
  return (
    <div className={css.home}>
      <section className={css.hero} aria-label="欢迎">
        <div>
          <h1>
            {greetingAt(now)}，{user.nickname}
          </h1>
          <p>
            {user.orgname}
            <span className={css.kind}>{kinds[user.usertype]}</span>
          </p>
          <p className={css.day}>
            {dayInWords(now)} · {user.areaname}
          </p>
        </div>
        <Hills />
      </section>

      <ul className={css.numbers} aria-label="即将上线的数据">
        {awaited.map(({ icon, title, words }) => (
          <li key={title} className={css.number}>
            <Icon name={icon} sizePx={20} />
            <div>
              <b>{title}</b>
              <small>{words}</small>
            </div>
            <span className={css.soon}>建设中</span>
          </li>
        ))}
      </ul>

      <div className={css.columns}>
        <section className={css.card} aria-label="我的应用">
          <h2>
            <Icon name="apps" />
            我的应用
            <Link to="/main/applications" className={css.more}>
              全部
              <Icon name="right" sizePx={14} />
            </Link>
          </h2>
          <Applications entries={entries} />
        </section>
        <div className={css.habits}>
          <Habits
            title="收藏"
            icon="star"
            entries={byIds(entries, favourites)}
            empty="打开一个功能，点标题旁的星形即可收藏。"
          />
          <Habits
            title="最近使用"
            icon="clock"
            entries={byIds(entries, recent)}
            empty="用过的功能会出现在这里。"
          />
        </div>
      </div>
    </div>
  )
}
