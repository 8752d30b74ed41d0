import { captchaMessages } from "@uc/contract/captcha/calls"
import { profileCalls, profileMessages } from "@uc/contract/account/profile-calls"
import { errtypes } from "@uc/contract/core/reply"
import { sessionLimits, sessionMessages } from "@uc/contract/account/calls"
import { useEffect, useId, useRef, useState } from "react"
import { Failure, messageOf } from "../../platform/http/failure.ts"
import { fieldsOf, sliderFor, type SliderFields } from "../captcha/public.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { Field } from "../../ui/forms/form-fields.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Slider } from "../../ui/slider/slider.tsx"
import { changeProfile } from "./own-profile.ts"

/** Each slider that the server demands is a new one; from the second on its sentence is shown. */
interface Check {
  readonly turn: number
  readonly notice: string | undefined
}

/**
 * BARE-10: the slider comes after the re-authentication that `send` asks for and right before the password is checked:
 * an earlier one would have expired.
 */
export const TieDialog = closesWhenBroken(function TieDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const [account, setAccount] = useState("")
  const [password, setPassword] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [check, setCheck] = useState<Check | null>(null)
  const checkBox = useRef<HTMLDivElement>(null)

  const turn = check?.turn
  useEffect(() => {
    if (turn !== undefined) checkBox.current?.querySelector<HTMLElement>("[role=slider]")?.focus()
  }, [turn])

  async function tie(slider?: SliderFields) {
    if (isBusy) return
    if (account.trim() === "") return setProblem(sessionMessages.accountMissing)
    if (password === "") return setProblem(sessionMessages.passwordMissing)
    setBusy(true)
    setProblem(null)
    try {
      const { passwordMd5 } = await loadChunk(() => import("../../platform/session/sign-in.ts"))
      const given = { account: account.trim(), password: passwordMd5(password), ...slider }
      changeProfile(await send(profileCalls.tie, given))
      showToast("success", profileMessages.tied)
      onClose()
    } catch (error) {
      setBusy(false)
      if (error instanceof Failure && error.errtype === errtypes.captcha) {
        const notice = slider ? (messageOf(error) ?? undefined) : undefined
        setCheck((before) => ({ turn: (before?.turn ?? 0) + 1, notice }))
        return
      }
      setCheck(null)
      setProblem(messageOf(error))
    }
  }

  return (
    <FormDialog
      title="关联其他单位的账号"
      confirm="关联"
      form={{
        isBusy,
        problem,
        failures: 0,
        isChanged: account !== "" || password !== "",
        onSubmit: () => (check ? setProblem(captchaMessages.needed) : void tie()),
      }}
      onClose={onClose}
    >
      {check ? (
        <Stack ref={checkBox} gap={10}>
          <Text as="p" tone="soft" centred>
            {captchaMessages.needed}
          </Text>
          <Slider
            key={check.turn}
            width={410}
            {...sliderFor("login")}
            notice={check.notice}
            onPassed={(answer) => void tie(fieldsOf(answer))}
          />
        </Stack>
      ) : (
        <>
          <Field
            isRequired
            label="另一单位的账号"
            id={`${id}-account`}
            hint="用它的密码证明这也是您本人的账号。"
          >
            <input
              id={`${id}-account`}
              value={account}
              maxLength={sessionLimits.account}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ target }) => {
                setAccount(target.value)
                setProblem(null)
              }}
            />
          </Field>
          <Field isRequired label="该账号的密码" id={`${id}-password`}>
            <input
              id={`${id}-password`}
              type="password"
              value={password}
              autoComplete="off"
              onChange={({ target }) => {
                setPassword(target.value)
                setProblem(null)
              }}
            />
          </Field>
        </>
      )}
    </FormDialog>
  )
})
