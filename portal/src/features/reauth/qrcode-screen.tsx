import { reauthCalls, reauthLimits, reauthMessages } from "@uc/contract/reauth/calls"
import {
  isSensitiveModule,
  sensitiveModules,
  type SensitiveModule,
} from "@uc/contract/reauth/sensitive-modules"
import { useState } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { Failure, messageOf } from "../../platform/http/failure.ts"
import { arriveAt } from "../../platform/http/reload-document.ts"
import { send } from "../../platform/http/send.ts"
import { storedUser, useUser } from "../../platform/session/session.ts"
import { looksOf, type ShownCode } from "./shown-code.ts"
import { claimQrcode, fetchSignInQrcode } from "../../platform/session/sign-in.ts"
import { pollReauthQrcode } from "./poll-reauth-qrcode.ts"
import { useShownCode } from "./use-shown-code.ts"
import { takeWantedAddress } from "../../platform/session/wanted-address.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { buttonClass } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { QrCode } from "../../ui/marks/qr-code.tsx"
import { QrcodeResult } from "./qrcode-frame.tsx"
import css from "./qrcode.module.css"

/** AUTH-9: the code itself. With a module id it is that of a re-authentication, if somebody is signed in here. */
export function QrcodeScreen({ mid }: { readonly mid: string | null }) {
  const [isSignedOut, setSignedOut] = useState(false)
  if (mid === null || isSignedOut) return <SignInCode />
  if (!isSensitiveModule(mid))
    return (
      <QrcodeResult
        icon="caution"
        tone="caution"
        title="没有这项操作"
        words={mid === "" ? reauthMessages.midMissing : "请回到原页面，重新发起验证。"}
      />
    )
  return <ReauthCode mid={mid} onSignedOut={() => setSignedOut(true)} />
}

/** The message below the code. */
function Said({ shown, problem }: { readonly shown: ShownCode; readonly problem?: string | null }) {
  const words =
    shown.at === "refused"
      ? reauthMessages.refusedOnPhone
      : shown.at === "failed"
        ? problem
        : shown.at === "shown" && shown.isUnreached
          ? "网络不稳定，正在重新连接…"
          : null
  return (
    <Row as="p" justify="center" gap={8} tone="caution" className={css.said} role="status">
      {words && <Icon name="caution" sizePx={16} />}
      {words}
    </Row>
  )
}

interface ReauthCodeProps {
  readonly mid: SensitiveModule
  readonly onSignedOut: () => void
}

function ReauthCode({ mid, onSignedOut }: ReauthCodeProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const { shown, refresh } = useShownCode({
    async fetchCode(signal) {
      try {
        const { image } = await send(reauthCalls.qrcode, { mid }, { signal })
        return { image, number: null, seconds: reauthLimits.qrcodeExpiryS }
      } catch (error) {
        if (error instanceof Failure && error.kind === "signed-out") onSignedOut()
        else setProblem(messageOf(error))
        throw error
      }
    },
    poll: async (signal) => ({ answer: await pollReauthQrcode(mid, signal), result: null }),
    pollMs: reauthLimits.pollMs,
    onConfirmed: () => undefined,
  })
  if (shown.at === "confirmed")
    return (
      <QrcodeResult
        icon="done"
        tone="done"
        title="身份已确认"
        words={`可以回到原页面${sensitiveModules[mid].name}，${reauthLimits.grantS / 60} 分钟内有效。`}
      />
    )
  return (
    <Stack grow gap={12} centred className={css.code}>
      <Text as="h1" size={22}>
        扫码确认身份
      </Text>
      <Text as="p" size={15} tone="soft">
        正在{sensitiveModules[mid].name}，请用同一账号已登录的手机扫描
      </Text>
      <QrCode {...looksOf(shown)} onRefresh={refresh} label="身份确认二维码，请用已登录的手机扫描" />
      <Said shown={shown} problem={problem} />
    </Stack>
  )
}

function SignInCode() {
  const user = useUser()
  const { shown, refresh } = useShownCode({
    fetchCode: (signal) => fetchSignInQrcode({ signal }),
    async poll() {
      const { state } = await claimQrcode()
      return { answer: state, result: null }
    },
    pollMs: reauthLimits.pollMs,
    onConfirmed: () => arriveAt(takeWantedAddress(storedUser()?.id ?? null) ?? "/main/home"),
  })
  return (
    <Stack grow gap={12} centred className={css.code}>
      <Text as="h1" size={22}>
        扫码登录
      </Text>
      <Text as="p" size={15} tone="soft">
        用已登录的手机扫描，并在手机上选择下面的数字
      </Text>
      <QrCode {...looksOf(shown)} onRefresh={refresh} label="登录二维码，请用已登录的手机扫描" />
      <Text
        as="p"
        size={28}
        weight={600}
        padX={16}
        padY={4}
        surface="brand"
        tone="brand"
        figures
        aria-live="polite"
      >
        <span className="only-read-aloud">数字</span>
        {shown.at === "shown" ? shown.code.number : "–"}
      </Text>
      <Said shown={shown} problem="请稍后再试，或使用其他方式登录。" />
      <Row as="p" wrap justify="center" gap={12}>
        {user && shown.at !== "confirmed" ? (
          <>
            已登录为 {user.nickname}
            <Link to="/main/home" className={buttonClass()}>
              继续进入
            </Link>
          </>
        ) : (
          <Link to="/newLogin">使用账号或短信登录</Link>
        )}
      </Row>
    </Stack>
  )
}
