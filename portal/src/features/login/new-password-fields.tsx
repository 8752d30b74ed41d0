import { sessionLimits, sessionMessages } from "@uc/contract/account/calls"
import { useEffect, useRef, useState, type FormEvent } from "react"
import { Failure, messageOf } from "../../platform/http/failure.ts"
import { PasswordField } from "../../ui/forms/password-field.tsx"
import { SubmitRow } from "./steps/submit-row.tsx"
import css from "./steps/panel.module.css"

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

interface NewPasswordFieldsProps {
  /** Whose it is, for password managers; null: they know it from the step before. */
  readonly account: string | null
  readonly isShown: boolean
  readonly words: { readonly busy: string; readonly idle: string }
  readonly save: (password: string) => Promise<void>
  /** True: a refusal that is not about the password, and was handled. */
  readonly isElsewhere: (why: string) => boolean
}

/** The first password of one's own, typed twice. */
export function NewPasswordFields({ account, isShown, words, save, isElsewhere }: NewPasswordFieldsProps) {
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

  async function submit() {
    const wanted = password.current?.value ?? ""
    const wrong = problemsWith(wanted, repeated.current?.value ?? "")
    if (wrong) return tell(wrong)
    setBusy(true)
    try {
      await save(wanted)
    } catch (error) {
      setBusy(false)
      const why = messageOf(error)
      if (why === null || isElsewhere(why)) return
      tell(error instanceof Failure && error.kind === "refused" ? { password: why } : { form: why })
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setProblems({})
    void submit()
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      {account !== null && (
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      )}
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
