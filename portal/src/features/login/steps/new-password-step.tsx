import { loginMessages } from "@uc/contract/login/calls"
import { sessionLimits, sessionMessages } from "@uc/contract/account/calls"
import { useEffect, useRef, useState, type FormEvent } from "react"
import { Failure, messageOf } from "../../../platform/http/failure.ts"
import { setFirstPassword } from "../../../platform/session/sign-in.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { PasswordField } from "../../../ui/forms/password-field.tsx"
import { SubmitRow } from "./submit-row.tsx"
import css from "./panel.module.css"

export interface NewPasswordStepProps {
  readonly ticket: string
  readonly isShown: boolean
  readonly onSet: () => void
  /** `why`: the sign-in has expired. */
  readonly onBack: (why: string | null) => void
}

interface Problems {
  readonly password?: string
  readonly repeated?: string
  readonly form?: string
}

/** LOGIN-2: the server never gets the password itself, so only the page can check its length and compare. */
function problemsWith(password: string, repeated: string): Problems | null {
  if (password === "") return { password: sessionMessages.passwordMissing }
  if (Array.from(password).length < sessionLimits.passwordLength)
    return { password: sessionMessages.passwordShort }
  return repeated === password ? null : { repeated: sessionMessages.passwordsDiffer }
}

const words = { busy: "正在保存…", idle: "保存并登录" }

/** HOME-6: an administrator made the password; it must be replaced, because two people know it. */
export function Part({ ticket, isShown, onSet, onBack }: NewPasswordStepProps) {
  const password = useRef<HTMLInputElement>(null)
  const repeated = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (isShown) password.current?.focus()
  }, [isShown])

  function tell(wrong: Problems) {
    setProblems(wrong)
    if (wrong.password) password.current?.focus()
    else if (wrong.repeated) repeated.current?.focus()
  }

  async function save() {
    const wanted = password.current?.value ?? ""
    const wrong = problemsWith(wanted, repeated.current?.value ?? "")
    if (wrong) return tell(wrong)
    setBusy(true)
    try {
      await setFirstPassword(ticket, wanted)
      onSet()
    } catch (error) {
      setBusy(false)
      const why = messageOf(error)
      if (why === loginMessages.ticketOver) return onBack(why)
      if (why === null) return
      tell(error instanceof Failure && error.kind === "refused" ? { password: why } : { form: why })
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setProblems({})
    void save()
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <Row padY={4}>
        <Button look="text" onClick={() => onBack(null)}>
          <Icon name="back" sizePx={16} />
          返回
        </Button>
      </Row>
      <h1>设置新密码</h1>
      <p className={css.lead}>{loginMessages.newPasswordNeeded}</p>
      <div className={css.fields}>
        <PasswordField
          ref={password}
          label="新密码"
          placeholder={`至少${sessionLimits.passwordLength}位`}
          autoComplete="new-password"
          maxLength={128}
          error={problems.password}
        />
        <PasswordField
          ref={repeated}
          label="再次输入新密码"
          placeholder="再次输入新密码"
          autoComplete="new-password"
          maxLength={128}
          error={problems.repeated}
        />
      </div>
      <SubmitRow problem={problems.form} isBusy={isBusy} words={words} />
    </form>
  )
}
