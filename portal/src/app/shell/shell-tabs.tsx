import { Link } from "../../ui/navigation/link.tsx"
import { useCurrentPage } from "../routing/current-page.ts"
import { useUser } from "../../platform/session/session.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { topPlacesFor } from "./shell-places.ts"
import css from "./shell.module.css"

/** The top navigation at the bottom of a phone. */
export function ShellTabs() {
  const user = useUser()
  const { path } = useCurrentPage()
  return (
    <Row as="nav" align="stretch" line="top" onPhone="share" className={css.tabs} aria-label="底部导航">
      {topPlacesFor(user).map(({ to, label, icon }) => {
        const isHere = path === to
        return (
          <Stack
            fills
            as={Link}
            key={to}
            to={to}
            align="center"
            gap={2}
            padY={6}
            tone={isHere ? "brand" : "faint"}
            size={12}
            weight={isHere ? 500 : 400}
            className={css.tab}
            aria-current={isHere ? "page" : undefined}
          >
            <Icon name={icon} sizePx={22} />
            {label}
          </Stack>
        )
      })}
    </Row>
  )
}
