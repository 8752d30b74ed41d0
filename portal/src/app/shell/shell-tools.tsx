import { useCurrentPage } from "../routing/current-page.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ThemeSwitch } from "../../ui/theme/theme-switch.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { ShellNotices } from "./shell-notices.tsx"
import { ShellPerson } from "./shell-person.tsx"
import css from "./shell-header.module.css"

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

interface ShellToolsProps {
  readonly onSearch: () => void
  readonly onHelp: () => void
}

/** Search, bell, theme and the person's own menu. */
export function ShellTools({ onSearch, onHelp }: ShellToolsProps) {
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
