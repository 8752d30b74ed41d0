import { manageCalls } from "@uc/contract/manage/calls"
import { Link } from "react-router"
import { useUser } from "../../platform/session/session.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { buttonClass } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatCount, tilesFor } from "./manage-tiles.ts"
import css from "./manage.module.css"

/** HOME-5, ROUTE-4: the entry to everything that the user administers. */
export function Component() {
  const user = useUser()
  const groups = user ? tilesFor(user) : []
  // The numbers come behind the tiles, and where they don't come nothing is missing that one needs to go on.
  const { data } = useCall(manageCalls.overview, {}, { isEnabled: groups.length > 0 })
  if (!user) return null
  if (groups.length === 0)
    return (
      <EmptyState
        isPage
        art="empty"
        title="您没有需要管理的内容"
        words="管理功能由单位管理员、区域管理员或平台管理员使用。如需权限，请联系本单位管理员。"
        actions={
          <Link to="/main/home" className={buttonClass({ look: "primary" })}>
            返回首页
          </Link>
        }
      />
    )
  return (
    <div className={css.page}>
      <header>
        <h1>管理</h1>
        <p>{user.orgname} · 您可以管理的全部内容</p>
      </header>
      {groups.map(({ title, tiles }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul className={css.grid}>
            {tiles.map((tile) => {
              const counted = formatCount(tile, data)
              return (
                <li key={tile.title}>
                  <Link to={tile.to} className={css.tile}>
                    <span className={css.mark}>
                      <Icon name={tile.icon} sizePx={22} />
                    </span>
                    <span className={css.words}>
                      <b>{tile.title}</b>
                      <small>{tile.words}</small>
                      {tile.count && <span className={css.count}>{counted}</span>}
                    </span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
