import { maskedPhone, reauthLimits, reauthMessages } from "@uc/contract/reauth/calls"
import type { Ref } from "react"
import { useUser } from "../../platform/session/session.ts"
import { useSecondsLeft } from "../../platform/session/use-seconds-left.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { TextField } from "../../ui/forms/text-field.tsx"
import type { Reauth } from "./use-reauth.ts"

interface SmsModeProps {
  readonly ref: Ref<HTMLInputElement>
  readonly reauth: Reauth
}

export function SmsMode({ ref, reauth }: SmsModeProps) {
  const { state } = reauth
  const user = useUser()
  const waitS = useSecondsLeft(state.sent?.resendAtMs ?? 0)
  const phone = state.sent?.phone ?? user?.phone
  const isSending = state.step.at === "sending"
  // A user known to have no phone; an unknown user may have one.
  const hasNoPhone = user !== null && !phone
  const first = state.sent || state.hasFailedToSend ? reauthMessages.resend : "获取验证码"

  return (
    <>
      <Text as="p" tone="soft" figures padY={4}>
        {hasNoPhone ? (
          reauthMessages.noPhone
        ) : (
          <>验证码将发送至 {phone ? <b>{maskedPhone(phone)}</b> : "您登记的手机"}</>
        )}
      </Text>
      <TextField
        ref={ref}
        label="短信验证码"
        icon="message"
        name="sms-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={`${reauthLimits.smsCodeLength}位数字`}
        maxLength={reauthLimits.smsCodeLength}
        disabled={hasNoPhone}
        error={state.problem ?? undefined}
        told={state.told ?? undefined}
        onInput={reauth.type}
        trailing={
          <Button look="text" disabled={hasNoPhone || isSending || waitS > 0} onClick={reauth.askForCode}>
            {isSending ? "正在发送…" : waitS > 0 ? `${waitS} 秒后可重发` : first}
          </Button>
        }
      />
    </>
  )
}
