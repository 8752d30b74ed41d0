import type { Ref } from "react"
import { useSecondsLeft } from "../../../platform/session/use-seconds-left.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { TextField } from "../../../ui/forms/text-field.tsx"
import type { CodeSending } from "./code-state.ts"

interface CodeFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly code: CodeSending
  readonly sendLabel: string
  readonly resendLabel: string
  readonly error: string | undefined
  readonly told: string | undefined
  readonly onSend: () => void
  readonly onInput: () => void
}

/** Six digits out of a message, with the button that sends it and counts down until it may send the next. */
export function CodeField({
  ref,
  code,
  sendLabel,
  resendLabel,
  error,
  told,
  onSend,
  onInput,
}: CodeFieldProps) {
  const waitS = useSecondsLeft(code.resendAtMs)
  const isSending = code.at === "sending"
  const words = code.at === "unsent" ? sendLabel : resendLabel
  return (
    <TextField
      ref={ref}
      label="短信验证码"
      icon="shield"
      name="sms-code"
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="6位数字"
      maxLength={6}
      error={error ?? code.why ?? undefined}
      told={told}
      onInput={onInput}
      trailing={
        <Button look="text" disabled={isSending || (waitS > 0 && code.at === "sent")} onClick={onSend}>
          {isSending ? "正在发送…" : waitS > 0 && code.at === "sent" ? `${waitS} 秒后重发` : words}
        </Button>
      }
    />
  )
}
