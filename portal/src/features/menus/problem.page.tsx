import { Link } from "../../ui/navigation/link.tsx"
import { useMenuEntry } from "./menu-entry.ts"
import { buttonClass } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"

/** MENU-5: an item that can't be shown says so itself; the rest of the menu works. */
export function Component() {
  const entry = useMenuEntry()
  const why = entry?.shows.kind === "problem" ? entry.shows.words : "该菜单的配置有误。"
  return (
    <EmptyState
      isPage
      art="broken"
      title={`“${entry?.text || "未命名菜单"}”无法打开`}
      words={
        <>
          {why}
          <br />
          其他菜单不受影响，请将此页面反馈给系统管理员。
        </>
      }
      actions={
        <Link to="/main/home" className={buttonClass({ look: "primary" })}>
          返回首页
        </Link>
      }
    />
  )
}
