import { loginMessages } from "@uc/contract/login/calls"
import { profileCalls, profileMessages } from "@uc/contract/account/profile-calls"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { useId, useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useSecondsLeft } from "../../platform/session/use-seconds-left.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { Field } from "../../ui/forms/form-fields.tsx"
import { keepChanged } from "./own-profile.ts"

export function PhoneRow({ phone }: { readonly phone: string | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap={6}>
      <Text weight={500}>手机号</Text>
      <Row gap={8} figures>
        <Text grow>{phone ?? "未登记"}</Text>
        <Button onClick={() => setOpen(true)}>{phone === null ? "登记" : "更换"}</Button>
      </Row>
      {isOpen && <PhoneDialog onClose={() => setOpen(false)} />}
    </Stack>
  )
}

/** The new phone is proven by a code; the person was proven before (the call is sensitive). */
export const PhoneDialog = closesWhenBroken(function PhoneDialog({
  onClose,
}: {
  readonly onClose: () => void
}) {
  const id = useId()
  const [phone, setPhone] = useState("")
  const [vcode, setCode] = useState("")
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [againMs, setAgainMs] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const left = useSecondsLeft(againMs)
  const isWaiting = left > 0 && sentTo === phone

  async function act(work: () => Promise<void>) {
    if (isBusy) return
    if (!/^1[0-9]{10}$/.test(phone)) return setProblem(loginMessages.phoneWrong)
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  const sendCode = () =>
    act(async () => {
      // A limit is told before anybody is asked who they are.
      await send(profileCalls.checkPhone, { phone })
      const { seconds } = await send(profileCalls.sendPhoneCode, { phone })
      setSentTo(phone)
      setAgainMs(nowMs() + seconds * 1000)
      showToast("success", reauthMessages.codeSent)
    })

  const change = () =>
    act(async () => {
      if (!/^[0-9]{6}$/.test(vcode)) return setProblem(reauthMessages.codeMissing)
      keepChanged(await send(profileCalls.changePhone, { phone, vcode }))
      showToast("success", profileMessages.phoneChanged)
      onClose()
    })

  return (
    <FormDialog
      title="更换手机号"
      confirm="确认更换"
      form={{
        isBusy,
        problem,
        failures: 0,
        isChanged: phone !== "" || vcode !== "",
        onSubmit: () => void change(),
      }}
      onClose={onClose}
    >
      <Field isRequired label="新手机号" id={`${id}-phone`} hint="获取验证码前，需要先验证您的身份。">
        <input
          id={`${id}-phone`}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={11}
          value={phone}
          onChange={({ target }) => {
            setPhone(target.value.replaceAll(/\D/g, ""))
            setProblem(null)
          }}
        />
      </Field>
      <Row align="end" gap={8}>
        <Stack grow>
          <Field isRequired label="验证码" id={`${id}-code`}>
            <input
              id={`${id}-code`}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={vcode}
              onChange={({ target }) => {
                setCode(target.value.replaceAll(/\D/g, ""))
                setProblem(null)
              }}
            />
          </Field>
        </Stack>
        <Button disabled={isWaiting || isBusy} onClick={() => void sendCode()}>
          {isWaiting ? `${left}秒后重发` : sentTo === null ? "获取验证码" : reauthMessages.resend}
        </Button>
      </Row>
    </FormDialog>
  )
})
