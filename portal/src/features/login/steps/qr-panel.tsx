import { reauthLimits } from "@uc/contract/reauth/calls"
import { looksOf, useShownCode } from "../../reauth/public.ts"
import { claimQrcode, fetchSignInQrcode } from "../../../platform/session/sign-in.ts"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { QrCode } from "../../../ui/marks/qr-code.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import css from "./parts.module.css"

export interface QrPanelProps {
  readonly onSignedIn: () => void
}

/** LOGIN-3: a signed-in phone signs this browser in, by choosing the number shown here. */
export function Part({ onSignedIn }: QrPanelProps) {
  const { shown, refresh } = useShownCode({
    fetchCode: (signal) => fetchSignInQrcode({ signal }),
    async poll() {
      const { state, user } = await claimQrcode()
      return { answer: state, result: user }
    },
    pollMs: reauthLimits.pollMs,
    onConfirmed: onSignedIn,
  })
  const number = shown.at === "shown" ? shown.code.number : null
  return (
    <Stack gap={10}>
      <QrCode {...looksOf(shown)} onRefresh={refresh} label="登录二维码，请用已登录的手机扫描" />
      <Row as="p" justify="center" gap={12} tone="soft">
        <span>请在手机上选择</span>
        <Text as="b" size={28} weight={600} padX={16} padY={4} surface="brand" tone="brand" figures>
          {number ?? "–"}
        </Text>
      </Row>
      <Row as="p" justify="center" gap={6} size={13} tone="caution" className={css.said} role="status">
        {shown.at === "refused" && (
          <>
            <Icon name="info" sizePx={16} />
            手机上拒绝了这次登录
          </>
        )}
        {shown.at === "shown" && shown.isUnreached && (
          <>
            <Icon name="caution" sizePx={16} />
            网络不稳定，正在重新连接…
          </>
        )}
      </Row>
      <Stack as="ol" gap={4} size={13} tone="soft" className={css.ways}>
        <li>用已登录本系统的手机扫描二维码</li>
        <li>核对信息，选择与上面相同的数字</li>
      </Stack>
    </Stack>
  )
}
