import { Link } from "../../ui/navigation/link.tsx"
import { useCurrentPage } from "../routing/current-page.ts"
import { toggleFavourite, useMenuHabits } from "../../features/menus/menu-habits.ts"
import { useUser } from "../../platform/session/session.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./shell.module.css"

/** The breadcrumb, and on a menu's page the star for favourites. */
export function ShellCrumbs() {
  const user = useUser()
  const { title, trail } = useCurrentPage()
  const { favourites } = useMenuHabits(user?.id ?? null)
  const entry = trail.at(-1)
  if (!entry) return null
  const isMarked = favourites.includes(entry.id)
  return (
    <div className={css.crumbs}>
      <nav aria-label="所在位置">
        <Row as="ol" wrap tone="faint" size={13}>
          <li>
            <Link to="/main/home">首页</Link>
          </li>
          {trail.slice(0, -1).map((above) => (
            <li key={above.path}>
              <Link to={above.path}>{above.text}</Link>
            </li>
          ))}
        </Row>
      </nav>
      <Row gap={4}>
        <Text as="h1" size={20}>
          {entry.text || title}
        </Text>
        {user && entry.id !== "" && (
          <Button
            look="quiet"
            className={css.star}
            aria-pressed={isMarked}
            aria-label="收藏此页"
            title={isMarked ? "取消收藏" : "收藏此页"}
            onClick={() => void toggleFavourite(user.id, entry.id)}
          >
            <Icon name="star" isFilled={isMarked} />
          </Button>
        )}
      </Row>
    </div>
  )
}
