import { Link } from "../../ui/navigation/link.tsx"
import { useCurrentPage } from "../routing/current-page.ts"
import { useUser } from "../../platform/session/session.ts"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { Emblem } from "../../ui/navigation/emblem.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { topPlacesFor } from "./shell-places.ts"
import type { LaterParts } from "./use-later-parts.ts"
import css from "./shell-header.module.css"

interface ShellHeaderProps {
  /** Null until they are loaded: their place is empty. */
  readonly later: LaterParts | null
  readonly onSearch: () => void
  readonly onMenu: () => void
  readonly onHelp: () => void
}

export function ShellHeader({ later, onSearch, onMenu, onHelp }: ShellHeaderProps) {
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
      {later && (
        <ErrorBoundary place="organisations" drawnFrom={path}>
          <later.ShellOrganisations />
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
      {later && <later.ShellTools onSearch={onSearch} onHelp={onHelp} />}
    </Row>
  )
}
