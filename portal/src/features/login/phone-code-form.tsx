import { loginMessages } from "@uc/contract/login/calls"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { useReducer, useRef, useState, type FormEvent } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { TextField } from "../../ui/forms/text-field.tsx"
import type { SliderFields } from "../captcha/public.ts"
import { DemoOutbox, DemoPhones } from "./variants/demo-outbox.tsx"
import { CodeField } from "./steps/code-field.tsx"
import { codeProblem, isCodeComplete, phoneProblem } from "./steps/code-problem.ts"
import { reduceCode, unsent } from "./steps/code-state.ts"
import { Part as HumanCheck } from "./steps/human-check.tsx"
import { outcomeOf } from "./steps/submit.ts"
import { SubmitRow } from "./steps/submit-row.tsx"
import css from "./steps/panel.module.css"

interface PhoneCodeFormProps {
  readonly words?: { readonly busy: string; readonly idle: string }
  /** What is typed already. */
  readonly phone?: string
  readonly send: (
    input: { readonly phone: string } & Partial<SliderFields>,
  ) => Promise<{ readonly phone: string; readonly seconds: number }>
  /** Throws where the code is wrong. */
  readonly submit: (phone: string, vcode: string) => Promise<void>
}

interface PhoneProblems {
  readonly phone?: string
  readonly code?: string
  readonly form?: string
}

/** LOGIN-3, DAY-15: a phone, a slider, a code; what the code is for is the caller's. */
export function PhoneCodeForm({ words, phone: given = "", send: sendTo, submit }: PhoneCodeFormProps) {
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
    // DAY-1: the server is asked first: a limit is told before the slider.
    void send(null)
  }

  async function send(fields: SliderFields | null) {
    setCheck(null)
    dispatch({ type: "sendingBegan" })
    try {
      const sent = await sendTo({ phone: typedPhone(), ...fields })
      dispatch({ type: "sent", phone: sent.phone, resendAtMs: nowMs() + sent.seconds * 1000 })
      box.current?.focus()
    } catch (error) {
      const outcome = outcomeOf(error)
      // A slider that is asked for or refused is no failed message: one is shown immediately.
      dispatch({ type: "sendFailed", why: outcome.as === "human-check" ? null : messageOf(error) })
      if (outcome.as === "human-check") setCheck({ why: fields && outcome.why })
    }
  }

  async function prove(vcode: string) {
    setBusy(true)
    setProblems({})
    try {
      await submit(typedPhone(), vcode)
    } catch (error) {
      const why = messageOf(error)
      if (why !== null) setProblems(codeProblem(why))
      box.current?.select()
    } finally {
      setBusy(false)
    }
  }

  function fillIn(chosen: string) {
    if (!phone.current) return
    phone.current.value = chosen
    setProblems({})
    dispatch({ type: "phoneChanged" })
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrongPhone = phoneProblem(typedPhone())
    const vcode = box.current?.value.trim() ?? ""
    if (wrongPhone === null && isCodeComplete(vcode)) return void prove(vcode)
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
          defaultValue={given}
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
          resendLabel={code.why === null && code.at === "failed" ? "获取验证码" : reauthMessages.resend}
          error={problems.code}
          told={code.at === "sent" ? reauthMessages.codeSent : undefined}
          onSend={askForCode}
          onInput={() => setProblems(({ phone: kept }) => (kept === undefined ? {} : { phone: kept }))}
        />
      </div>
      <SubmitRow problem={problems.form} isBusy={isBusy} {...(words && { words })} />
      {isDemo && (
        <>
          <DemoOutbox />
          <DemoPhones onPick={fillIn} />
        </>
      )}
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
