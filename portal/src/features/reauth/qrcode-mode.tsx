import { reauthCalls, reauthLimits, reauthMessages } from "@uc/contract/reauth/calls"
import { send } from "../../platform/http/send.ts"
import { looksOf } from "./shown-code.ts"
import { pollReauthQrcode } from "./poll-reauth-qrcode.ts"
import { useShownCode } from "./use-shown-code.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { QrCode } from "../../ui/marks/qr-code.tsx"

interface QrcodeModeProps {
  readonly mid: string
  readonly onConfirmed: () => void
}

/** AUTH-4: polled while it is on screen; another mode or a closed dialog ends that. */
export function QrcodeMode({ mid, onConfirmed }: QrcodeModeProps) {
  const { shown, refresh } = useShownCode<null>({
    async fetchCode(signal) {
      const { image } = await send(reauthCalls.qrcode, { mid }, { signal })
      return { image, number: null, seconds: reauthLimits.qrcodeExpiryS }
    },
    poll: async (signal) => ({ answer: await pollReauthQrcode(mid, signal), result: null }),
    pollMs: reauthLimits.pollMs,
    onConfirmed,
  })
  return (
    <Stack gap={4}>
      <QrCode {...looksOf(shown)} onRefresh={refresh} label="用于确认身份的二维码" />
      <Row as="p" justify="center" gap={6} tone="soft" role="status">
        {shown.at === "refused" ? (
          <>
            <Icon name="caution" sizePx={15} />
            {reauthMessages.refusedOnPhone}
          </>
        ) : shown.at === "shown" && shown.isUnreached ? (
          <>
            <Icon name="caution" sizePx={15} />
            网络不稳定，正在重试…
          </>
        ) : (
          "用已登录本人账号的手机扫描，并在手机上确认"
        )}
      </Row>
    </Stack>
  )
}
