import { loginMessages } from "@uc/contract/login/calls"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { useReducer, useRef, useState, type FormEvent } from "react"
import { nowMs } from "../../../platform/browser/clock.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import type { SliderFields } from "../../captcha/public.ts"
import { sendSignInCode, smsSignIn } from "../../../platform/session/sign-in.ts"
import { useSiteConfig } from "../../../platform/browser/use-site-config.ts"
import { TextField } from "../../../ui/forms/text-field.tsx"
import { CodeField } from "./code-field.tsx"
import { codeProblem, isCodeComplete, phoneProblem } from "./code-problem.ts"
import { reduceCode, unsent } from "./code-state.ts"
import { DemoOutbox } from "../variants/demo-outbox.tsx"
import { Part as HumanCheck } from "./human-check.tsx"
import type { SecondFactor } from "./login-state.ts"
import { choiceIn, outcomeOf } from "./submit.ts"
import { SubmitRow } from "./submit-row.tsx"
import css from "./panel.module.css"

export interface SmsPanelProps {
  readonly onSignedIn: () => void
  /** The code was right, and something is asked for first. */
  readonly onSecondStep: (second: SecondFactor) => void
}

interface PhoneProblems {
  readonly phone?: string
  readonly code?: string
  readonly form?: string
}

/** LOGIN-3: a phone, a slider, a code. */
export function Part({ onSignedIn, onSecondStep }: SmsPanelProps) {
  const [code, dispatch] = useReducer(reduceCode, unsent)
  const [problems, setProblems] = useState<PhoneProblems>({})
  const [check, setCheck] = useState<{ readonly why: string | null } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const phone = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const { isDemo } = useSiteConfig()

  const typedPhone = () => phone.current?.value.trim() ?? ""

  function askForCode() {
    const wrong = phoneProblem(typedPhone())
    if (wrong !== null) {
      setProblems({ phone: wrong })
      phone.current?.focus()
      return
    }
    setProblems({})
    setCheck({ why: null })
  }

  async function send(fields: SliderFields) {
    setCheck(null)
    dispatch({ type: "sendingBegan" })
    try {
      const sent = await sendSignInCode({ phone: typedPhone(), ...fields })
      dispatch({ type: "sent", phone: sent.phone, resendAtMs: nowMs() + sent.seconds * 1000 })
      box.current?.focus()
    } catch (error) {
      const outcome = outcomeOf(error)
      // A refused slider is no failed message: the next one is shown immediately.
      dispatch({ type: "sendFailed", why: outcome.as === "human-check" ? null : messageOf(error) })
      if (outcome.as === "human-check") setCheck({ why: outcome.why })
    }
  }

  async function signIn(vcode: string) {
    setBusy(true)
    setProblems({})
    try {
      await smsSignIn(typedPhone(), vcode)
      onSignedIn()
    } catch (error) {
      setBusy(false)
      const choice = choiceIn(error)
      if (choice) return onSecondStep(choice)
      const why = messageOf(error)
      if (why !== null) setProblems(codeProblem(why))
      box.current?.select()
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrongPhone = phoneProblem(typedPhone())
    const vcode = box.current?.value.trim() ?? ""
    if (wrongPhone === null && isCodeComplete(vcode)) return void signIn(vcode)
    setProblems({
      ...(wrongPhone !== null && { phone: wrongPhone }),
      ...(!isCodeComplete(vcode) && {
        code: vcode === "" ? reauthMessages.codeMissing : reauthMessages.failed,
      }),
    })
    if (wrongPhone !== null) phone.current?.focus()
    else box.current?.focus()
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <div className={css.fields}>
        <TextField
          ref={phone}
          label="手机号"
          icon="phone"
          name="phone"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          placeholder={loginMessages.phoneWrong}
          maxLength={11}
          error={problems.phone}
          onInput={() => {
            setProblems({})
            // LOGIN-5: a code for another phone says nothing about this one.
            dispatch({ type: "phoneChanged" })
          }}
        />
        <CodeField
          ref={box}
          code={code}
          sendLabel="获取验证码"
          resendLabel={reauthMessages.resend}
          error={problems.code}
          told={code.at === "sent" ? reauthMessages.codeSent : undefined}
          onSend={askForCode}
          onInput={() => setProblems(({ phone: kept }) => (kept === undefined ? {} : { phone: kept }))}
        />
      </div>
      <SubmitRow problem={problems.form} isBusy={isBusy} />
      {isDemo && <DemoOutbox />}
      {check && (
        <HumanCheck
          purpose="sms"
          why={check.why}
          onPassed={(fields) => void send(fields)}
          onClose={() => setCheck(null)}
        />
      )}
    </form>
  )
}
