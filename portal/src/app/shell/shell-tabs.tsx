import { Link } from "react-router"
import { useCurrentPage } from "../routing/current-page.ts"
import { classes } from "../../ui/theme/classes.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { topPlaces } from "./shell-places.ts"
import css from "./shell.module.css"

/** The top navigation within the thumb's reach, on a phone. */
export function ShellTabs() {
  const { path } = useCurrentPage()
  return (
    <nav className={css.tabs} aria-label="底部导航">
      {topPlaces.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          className={classes(css.tab, path === to && css.here)}
          aria-current={path === to ? "page" : undefined}
        >
          <Icon name={icon} sizePx={22} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
