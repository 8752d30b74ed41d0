import { missingMenus } from "@uc/contract/menus/built-in-menus"
import { menuAdminCalls, type AdministeredMenu } from "@uc/contract/menus/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { menuIcon } from "../../../ui/navigation/menu-icon.ts"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { useMenuAction } from "./use-menu-action.ts"
import css from "./menus.module.css"

interface MissingPagesProps {
  readonly items: readonly AdministeredMenu[]
  readonly onAdded: (id: Id) => void
}

/** MENU-5: a site's menus are its own, so pages of a newer version are offered here until somebody adds them. */
export function MissingPages({ items, onAdded }: MissingPagesProps) {
  const { act, isBusy } = useMenuAction()
  const missing = missingMenus(items)
  if (missing.length === 0) return null

  async function add(paths: readonly string[]) {
    const added = await act(menuAdminCalls.addBuiltIn, { paths: [...paths] })
    if (!added) return
    const [first] = added.ids
    if (first !== undefined) onAdded(first)
    showToast("success", "菜单已添加，可以改名、移动或调整可见范围")
  }

  return (
    <Text as="details" padX={12} padY={8} surface="sunken" className={css.missing}>
      <Row as="summary" gap={4} columnGap={8} wrap>
        <Icon name="info" />有 {missing.length} 个页面未配置菜单
        <Text as="small" tone="faint">
          系统升级后新增的页面，或已删除菜单的页面
        </Text>
        <Row as="span" end className={css.unfolds}>
          <Icon name="down" sizePx={16} />
        </Row>
      </Row>
      <Stack as="ul" gap={4} padY={8}>
        {missing.map(({ path, text, icon, group }) => (
          <Row as="li" key={path} gap={8}>
            <Icon name={menuIcon(icon, "page")} sizePx={16} />
            <Text grow>
              <Text weight={500}>{text}</Text>：将添加到“{group}”
            </Text>
            <Button disabled={isBusy} aria-label={`添加${text}`} onClick={() => void add([path])}>
              添加
            </Button>
          </Row>
        ))}
      </Stack>
      {missing.length > 1 && (
        <Button look="primary" disabled={isBusy} onClick={() => void add(missing.map(({ path }) => path))}>
          全部添加
        </Button>
      )}
    </Text>
  )
}
