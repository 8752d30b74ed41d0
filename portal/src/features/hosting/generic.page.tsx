import { useMenuEntry } from "../menus/public.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { HostedPage } from "./hosted-page.tsx"

/** MENU-3: whatever is no page of ours lives in a frame. */
export function Component() {
  const entry = useMenuEntry()
  if (entry?.shows.kind !== "hosted")
    return (
      <EmptyState
        isPage
        art="empty"
        title={entry?.text ?? "页面"}
        words="该菜单没有配置页面地址，请联系系统管理员。"
      />
    )
  return <HostedPage place={entry.path} name={entry.text} address={entry.shows.address} isFromMenu />
}
