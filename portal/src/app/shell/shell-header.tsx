import { Link } from "../../ui/navigation/link.tsx"
import { useCurrentPage } from "../routing/current-page.ts"
import { useUser } from "../../platform/session/session.ts"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { Emblem } from "../../ui/navigation/emblem.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ThemeSwitch } from "../../ui/theme/theme-switch.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { ShellNotices } from "./shell-notices.tsx"
import { ShellOrganisations } from "./shell-organisations.tsx"
import { ShellPerson } from "./shell-person.tsx"
import { topPlacesFor } from "./shell-places.ts"
import css from "./shell-header.module.css"

interface ShellHeaderProps {
  /** Before that their place is empty. */
  readonly hasTools: boolean
  readonly onSearch: () => void
  readonly onMenu: () => void
  readonly onHelp: () => void
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function ShellHeader({ hasTools, onSearch, onMenu, onHelp }: ShellHeaderProps) {
  const user = useUser()
  const { brand } = useSiteConfig()
  const { path } = useCurrentPage()
  return (
    <Row as="header" gap={8} padX={16} line="bottom" className={css.header}>
      <Button look="quiet" className={css.burger} aria-label="打开菜单" onClick={onMenu}>
        <Icon name="menu" sizePx={20} />
      </Button>
      <Row as={Link} gap={10} to="/main/home" className={css.brand} aria-label={`${brand.name}首页`}>
        <Emblem sizePx={32} />
        <Stack as="span" className={css.names}>
          <Text as="b" truncate size={15} weight={600}>
            {user?.orgname ?? brand.organisation}
          </Text>
          <Text as="small" truncate tone="faint" size={12}>
            {brand.name}
          </Text>
        </Stack>
      </Row>
      {hasTools && (
        <ErrorBoundary place="organisations" drawnFrom={path}>
          <ShellOrganisations />
        </ErrorBoundary>
      )}
      <Row as="nav" rigid align="stretch" gap={4} className={css.places} aria-label="主导航">
        {topPlacesFor(user).map(({ to, label }) => (
          <Row
            as={Link}
            padX={16}
            size={15}
            key={to}
            to={to}
            className={classes(css.place, path === to && css.here)}
            aria-current={path === to ? "page" : undefined}
          >
            {label}
          </Row>
        ))}
      </Row>
      {hasTools && <ShellTools onSearch={onSearch} onHelp={onHelp} />}
    </Row>
  )
}

function ShellTools({ onSearch, onHelp }: Pick<ShellHeaderProps, "onSearch" | "onHelp">) {
  const { path } = useCurrentPage()
  return (
    <Row rigid end gap={4} className={css.tools}>
      <Button
        className={css.search}
        onClick={onSearch}
        aria-label="搜索菜单、页面和人员"
        aria-keyshortcuts="Control+K"
      >
        <Icon name="search" sizePx={16} />
        <span>搜索菜单、页面、人员</span>
        <kbd>{isApple ? "⌘K" : "Ctrl K"}</kbd>
      </Button>
      <ShellNotices />
      <ErrorBoundary place="theme switch" drawnFrom={path}>
        <ThemeSwitch />
      </ErrorBoundary>
      <ErrorBoundary place="person menu" drawnFrom={path}>
        <ShellPerson onHelp={onHelp} />
      </ErrorBoundary>
    </Row>
  )
}
