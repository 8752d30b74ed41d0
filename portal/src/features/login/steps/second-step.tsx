import { loginMessages } from "@uc/contract/login/calls"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { useEffect, useReducer, useRef, useState, type FormEvent } from "react"
import { nowMs } from "../../../platform/browser/clock.ts"
import { Failure, messageOf } from "../../../platform/http/failure.ts"
import { checkCode, checkCodeSeconds, sendCheckCode } from "../../../platform/session/sign-in.ts"
import { useSiteConfig } from "../../../platform/browser/use-site-config.ts"
import { useSecondsLeft } from "../../../platform/session/use-seconds-left.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { CodeField } from "./code-field.tsx"
import { codeProblem, isCodeComplete } from "./code-problem.ts"
import { reduceCode, unsent } from "./code-state.ts"
import { DemoOutbox } from "../variants/demo-outbox.tsx"
import type { Problems } from "./login-state.ts"
import { SubmitRow } from "./submit-row.tsx"
import css from "./panel.module.css"
import parts from "./parts.module.css"

export interface SecondStepProps {
  readonly ticket: string
  /** Masked. */
  readonly phone: string
  readonly isShown: boolean
  readonly onSignedIn: () => void
  /** Proven, and the password must be changed first. */
  readonly onNewPassword: (ticket: string) => void
  /** `why`: the sign-in has expired. */
  readonly onBack: (why: string | null) => void
}

function clockLabels(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}

/** LOGIN-3: the password was right; a code to the phone on record, with its expiry counting down. */
export function Part({ ticket, phone, isShown, onSignedIn, onNewPassword, onBack }: SecondStepProps) {
  const [code, dispatch] = useReducer(reduceCode, unsent)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const { isDemo } = useSiteConfig()
  const leftS = useSecondsLeft(code.expiresAtMs ?? 0)

  async function send() {
    dispatch({ type: "sendingBegan" })
    setProblems({})
    try {
      const sent = await sendCheckCode(ticket)
      dispatch({ type: "sent", phone: sent.phone, resendAtMs: nowMs() + sent.seconds * 1000 })
      const seconds = await checkCodeSeconds(ticket)
      dispatch({ type: "expiryTold", expiresAtMs: nowMs() + seconds * 1000 })
    } catch (error) {
      const why = messageOf(error)
      if (why === loginMessages.ticketOver) onBack(why)
      else dispatch({ type: "sendFailed", why })
    }
  }

  useEffect(() => {
    if (isShown) box.current?.focus()
  }, [isShown])

  const hasBegun = useRef(false)
  useEffect(() => {
    // Once for each sign-in: a message costs money, and the next one may be sent only after minutes.
    if (hasBegun.current) return
    hasBegun.current = true
    void send()
  })

  async function prove(vcode: string) {
    setBusy(true)
    setProblems({})
    try {
      await checkCode(ticket, vcode)
      onSignedIn()
    } catch (error) {
      setBusy(false)
      if (error instanceof Failure && error.kind === "new-password" && error.ticket !== undefined)
        return onNewPassword(error.ticket)
      const why = messageOf(error)
      if (why === loginMessages.ticketOver) return onBack(why)
      if (why !== null) setProblems(codeProblem(why))
      box.current?.select()
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const vcode = box.current?.value.trim() ?? ""
    if (isCodeComplete(vcode)) return void prove(vcode)
    setProblems({ code: vcode === "" ? reauthMessages.codeMissing : reauthMessages.failed })
    box.current?.focus()
  }

  const isSent = code.at === "sent"
  const isOver = isSent && code.expiresAtMs !== null && leftS === 0
  return (
    <form noValidate onSubmit={onSubmit}>
      <Row padY={4}>
        <Button look="text" onClick={() => onBack(null)}>
          <Icon name="back" sizePx={16} />
          返回
        </Button>
      </Row>
      <h1>短信验证</h1>
      <p className={css.lead}>
        密码正确。请输入发送到{" "}
        <Text as="b" figures>
          {code.phone ?? phone}
        </Text>{" "}
        的验证码
      </p>
      <div className={css.fields}>
        <CodeField
          ref={box}
          code={code}
          sendLabel="获取验证码"
          resendLabel={reauthMessages.resend}
          error={problems.code}
          told={isSent && !isOver ? reauthMessages.codeSent : undefined}
          onSend={() => void send()}
          onInput={() => setProblems({})}
        />
      </div>
      <Row as="p" gap={6} tone="soft" figures className={parts.said} role="timer" aria-live="off">
        {isSent && code.expiresAtMs !== null && (
          <>
            <Icon name="clock" sizePx={16} />
            {isOver ? "验证码已失效，请重新发送" : `验证码 ${clockLabels(leftS)} 后失效`}
          </>
        )}
      </Row>
      <SubmitRow problem={problems.form} isBusy={isBusy} />
      {isDemo && <DemoOutbox />}
    </form>
  )
}
