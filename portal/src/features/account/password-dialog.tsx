import { captchaMessages } from "@uc/contract/captcha/calls"
import { errtypes } from "@uc/contract/core/reply"
import { sessionMessages } from "@uc/contract/account/calls"
import { useEffect, useId, useRef, useState, type ReactNode } from "react"
import { Failure, messageOf } from "../../platform/http/failure.ts"
import { fieldsOf, sliderFor, type SliderFields } from "../captcha/public.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { Field } from "../../ui/forms/form-fields.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Slider } from "../../ui/slider/slider.tsx"

/** Each slider that the server demands is a new one; from the second on its sentence is shown. */
interface Check {
  readonly turn: number
  readonly notice: string | undefined
}

interface PasswordDialogProps {
  readonly title: string
  readonly confirm: string
  /** Under the password's box. */
  readonly hint?: string
  /** Fields above the password, and whether something is typed in them. */
  readonly children?: ReactNode
  readonly isChanged?: boolean
  /** What is missing in them; null: nothing. */
  readonly missing?: () => string | null
  /** Throws what is shown; a slider that the server demands is asked for here. */
  readonly onSend: (given: { readonly password: string } & Partial<SliderFields>) => Promise<void>
  readonly onClose: () => void
}

/**
 * The password of another account of the same person. BARE-10: the slider comes after the re-authentication that `send` asks for and right
 * before the password is checked: an earlier one would have expired.
 */
export const PasswordDialog = closesWhenBroken(function PasswordDialog({
  title,
  confirm,
  hint,
  children,
  isChanged = false,
  missing = () => null,
  onSend,
  onClose,
}: PasswordDialogProps) {
  const id = useId()
  const [password, setPassword] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [check, setCheck] = useState<Check | null>(null)
  const checkBox = useRef<HTMLDivElement>(null)

  const turn = check?.turn
  useEffect(() => {
    if (turn !== undefined) checkBox.current?.querySelector<HTMLElement>("[role=slider]")?.focus()
  }, [turn])

  async function submit(slider?: SliderFields) {
    if (isBusy) return
    const wrong = missing() ?? (password === "" ? sessionMessages.passwordMissing : null)
    if (wrong !== null) return setProblem(wrong)
    setBusy(true)
    setProblem(null)
    try {
      const { passwordMd5 } = await loadChunk(() => import("../../platform/session/sign-in.ts"))
      await onSend({ password: passwordMd5(password), ...slider })
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
      title={title}
      confirm={confirm}
      form={{
        isBusy,
        problem,
        failures: 0,
        isChanged: isChanged || password !== "",
        onSubmit: () => (check ? setProblem(captchaMessages.needed) : void submit()),
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
            onPassed={(answer) => void submit(fieldsOf(answer))}
          />
        </Stack>
      ) : (
        // What was wrong is not said any longer once something else is typed.
        <Stack gap={16} onInput={() => setProblem(null)}>
          {children}
          <Field isRequired label="该账号的密码" id={`${id}-password`} {...(hint !== undefined && { hint })}>
            <input
              id={`${id}-password`}
              type="password"
              value={password}
              autoComplete="off"
              onChange={({ target }) => setPassword(target.value)}
            />
          </Field>
        </Stack>
      )}
    </FormDialog>
  )
})
