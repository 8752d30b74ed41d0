import { missingMenus } from "@uc/contract/menus/built-in-menus"
import { menuAdminCalls, type KeptMenu } from "@uc/contract/menus/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { menuIcon } from "../../../ui/navigation/menu-icon.ts"
import { useMenuAction } from "./use-menu-action.ts"
import css from "./menus.module.css"

interface MissingPagesProps {
  readonly items: readonly KeptMenu[]
  readonly onAdded: (id: Id) => void
}

/** MENU-5: a site's menus are its own, so what came with a newer version is not in them until somebody wants it. */
export function MissingPages({ items, onAdded }: MissingPagesProps) {
  const { act, isBusy } = useMenuAction()
  const missing = missingMenus(items)
  if (missing.length === 0) return null

  async function add(paths: readonly string[]) {
    const result = await act(menuAdminCalls.addBuiltIn, { paths: [...paths] })
    if ("problem" in result) {
      if (result.problem !== null) showToast("error", result.problem)
      return
    }
    const [first] = result.done.ids
    if (first !== undefined) onAdded(first)
    showToast("success", "菜单已添加，可以改名、移动或调整可见范围")
  }

  return (
    <details className={css.missing}>
      <summary>
        <Icon name="info" />有 {missing.length} 个页面还没有菜单
        <small>系统升级后新增的页面，或已删除菜单的页面</small>
        <span className={css.unfolds}>
          <Icon name="down" sizePx={16} />
        </span>
      </summary>
      <ul>
        {missing.map(({ path, text, icon, group }) => (
          <li key={path}>
            <Icon name={menuIcon(icon, "page")} sizePx={16} />
            <span>
              <b>{text}</b>：将添加到“{group}”
            </span>
            <Button disabled={isBusy} aria-label={`添加${text}`} onClick={() => void add([path])}>
              添加
            </Button>
          </li>
        ))}
      </ul>
      {missing.length > 1 && (
        <Button look="primary" disabled={isBusy} onClick={() => void add(missing.map(({ path }) => path))}>
          全部添加
        </Button>
      )}
    </details>
  )
}
