import { messageOf } from "../../platform/http/failure.ts"
import { useState } from "react"
import { useUser } from "../../platform/session/session.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Avatar } from "../../ui/marks/avatar.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { GivenConsents } from "../applications/public.ts"
import { OwnIdentities } from "../identity-sources/public.ts"
import { KnownBrowsers } from "./known-browsers.tsx"
import { OwnSessions } from "./own-sessions.tsx"
import { PasswordForm } from "./password-form.tsx"
import { PhoneDialog } from "./phone-row.tsx"
import { useOwnSessions } from "./use-own-sessions.ts"
import css from "./account.module.css"

/** One's own devices, sessions and password. */
export function Component() {
  const user = useUser()
  const { own, refresh, end, endOthers, forget } = useOwnSessions()
  const [isChangingPhone, setChangingPhone] = useState(false)
  if (!user) return null
  return (
    <Stack gap={16}>
      {isChangingPhone && <PhoneDialog onClose={() => setChangingPhone(false)} />}
      <Row as="header" gap={16}>
        <Avatar name={user.nickname} picture={user.himg} sizePx={48} />
        <Stack grow>
          <Text as="h1" size={20}>
            账号与安全
          </Text>
          <Row as="p" wrap columnGap={16} tone="soft">
            {user.nickname}，{user.orgname}
            <Row as="span" gap={8} tone="faint" figures>
              {user.phone ? `登记手机号 ${user.phone}` : "未登记手机号"}
              <Button look="text" onClick={() => setChangingPhone(true)}>
                {user.phone ? "更换" : "登记"}
              </Button>
            </Row>
          </Row>
        </Stack>
      </Row>
      <div className={css.columns}>
        <Stack gap={16}>
          {own.error && !own.data ? (
            <Stack as="section" surface="card" aria-label="登录中的设备">
              <EmptyState
                isAlert
                art="broken"
                title="设备列表加载失败"
                words={messageOf(own.error)}
                actions={<Button onClick={() => void own.refetch()}>重试</Button>}
              />
            </Stack>
          ) : (
            <>
              <OwnSessions sessions={own.data?.sessions ?? null} onEnd={end} onEndOthers={endOthers} />
              <KnownBrowsers devices={own.data?.devices ?? null} onForget={forget} />
            </>
          )}
          <GivenConsents />
          <OwnIdentities />
        </Stack>
        <PasswordForm account={own.data?.account ?? ""} onChanged={() => void refresh()} />
      </div>
    </Stack>
  )
}
