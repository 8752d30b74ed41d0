import { holds } from "@uc/contract/roles/permissions"
import { accountCalls, admintypes, sessionMessages, type CurrentUser } from "@uc/contract/account/calls"
import { watches } from "@uc/contract/monitor/options"
import { useNavigate } from "react-router"
import { whileLoading } from "../../platform/browser/loading.ts"
import { startOwnMonitor, useMonitorOrder } from "../../features/monitor/monitor-client.ts"
import { send } from "../../platform/http/send.ts"
import { confirmIdentity, unlock } from "../../platform/session/identity.ts"
import { useUser } from "../../platform/session/session.ts"
import { signOut } from "../../platform/session/sign-out.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { Avatar } from "../../ui/marks/avatar.tsx"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { PopupMenu, type PopupEntry } from "../../ui/overlays/popup-menu.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { entrancePath } from "../routing/static-home/leave.ts"
import { leadTo } from "../monitor/own-monitor.ts"
import css from "./shell-header.module.css"

const duties: Record<CurrentUser["admintype"], string> = {
  [admintypes.none]: "普通用户",
  [admintypes.organisation]: "单位管理员",
  [admintypes.area]: "区域管理员",
  [admintypes.platform]: "平台管理员",
}

export function ShellPerson({ onHelp }: { readonly onHelp: () => void }) {
  const user = useUser()
  const navigate = useNavigate()
  const isWatching = useMonitorOrder() !== null
  const nickname = user?.nickname ?? "用户"

  async function leave() {
    try {
      if ((await whileLoading(signOut())) !== "here") return
    } catch (error) {
      showFailure(error, sessionMessages.signOutFailed)
      return
    }
    await navigate(entrancePath(), { replace: true })
  }

  /** DAY-15: for who leaves the desk. The page stays as it is behind the lock. */
  async function lock() {
    try {
      await send(accountCalls.lock, {})
    } catch (error) {
      showFailure(error, sessionMessages.lockFailed)
      return
    }
    await confirmIdentity(unlock)
  }

  function go(to: string, label: string, icon: IconName): PopupEntry {
    return { key: to, label, icon, onPick: () => void navigate(to) }
  }

  return (
    <PopupMenu
      label={`${nickname}，个人菜单`}
      head={
        <Stack className={css.card}>
          <Text as="b" weight={600}>
            {nickname}
          </Text>
          <Text tone="soft" size={13}>
            {user?.orgname}
          </Text>
          {user && (
            <Text tone="faint" size={12}>
              {duties[user.admintype]}
            </Text>
          )}
        </Stack>
      }
      entries={[
        go("/main/profile", "个人资料", "person"),
        go("/main/account", "账号与安全", "shield"),
        // All others would only be refused.
        ...(user && holds(user, "logs.read") ? [go("/main/logs", "安全日志", "news")] : []),
        // WARN-4: who has closed the bar finds it again here.
        ...(user && watches(user) && !isWatching
          ? [
              {
                key: "monitor",
                label: "打开预警监测",
                icon: "alarm" as const,
                onPick: () => startOwnMonitor(leadTo(navigate)),
              },
            ]
          : []),
        { key: "help", label: "帮助与快捷键", icon: "info", onPick: onHelp },
        { key: "lock", label: "锁屏", icon: "lock", onPick: () => void lock() },
        { key: "leave", label: "退出登录", icon: "exit", onPick: () => void leave() },
      ]}
    >
      <Avatar name={nickname} picture={user?.himg ?? null} sizePx={28} />
      <Text truncate className={css.nickname}>
        {nickname}
      </Text>
      <Icon name="down" sizePx={14} />
    </PopupMenu>
  )
}
