import { useMenuEntry } from "../menus/public.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { HostedPage } from "./hosted-page.tsx"

/** MENU-3: what is no page of ours is shown in a frame. */
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
