import type { LoginVariant } from "@uc/contract/login/login-variants"
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from "react"
import { Checkbox } from "../../../ui/forms/controls/checkbox.tsx"
import { PasswordField } from "../../../ui/forms/password-field.tsx"
import { TextField } from "../../../ui/forms/text-field.tsx"
import { variants } from "../variants/variants.ts"
import { isBusy } from "./login-state.ts"
import { PictureCode } from "./picture-code.tsx"
import { SubmitRow, type SubmitRowProps } from "./submit-row.tsx"
import { rememberedAccount } from "../filled-in/remembered-account.ts"
import { frameBoxes, takeTyped } from "../filled-in/typed-in-frame.ts"
import { prepare, type LoginEngine } from "../use-login.ts"
import css from "./panel.module.css"

/** An account that was picked from the demo list; a new object each time, so that picking it again fills in again. */
export interface Filled {
  readonly account: string
  readonly password: string
}

interface PasswordFormProps {
  readonly variant: LoginVariant
  readonly engine: LoginEngine
  readonly filled: Filled | null
  /** SSO-4, SSO-12: what is typed already, in place of the remembered one. */
  readonly account?: string
  readonly submitWords?: SubmitRowProps["words"]
}

/** The boxes keep their own text: password managers write into them before and after we draw. */
export function PasswordForm({ variant, engine, filled, account: given, submitWords }: PasswordFormProps) {
  const { login, dispatch, submit } = engine
  const { problems } = login
  const account = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [remembered] = useState(rememberedAccount)
  const [boxes] = useState(frameBoxes)
  const hasPicture = login.rules.humanCheck === "picture-code"

  useLayoutEffect(() => {
    if (!boxes || !account.current || !password.current) return
    if (!takeTyped(boxes, account.current, password.current)) return
    account.current.form?.querySelector<HTMLButtonElement>("button[type=submit]")?.click()
  }, [boxes])

  useEffect(() => {
    if (!filled || !account.current || !password.current) return
    account.current.value = filled.account
    password.current.value = filled.password
    dispatch({ type: "typed", field: "account" })
    dispatch({ type: "typed", field: "password" })
    ;(code.current ?? password.current).focus()
  }, [filled, dispatch])

  useEffect(() => {
    // The typed code was for one picture only.
    if (code.current) code.current.value = ""
  }, [login.picture])

  useEffect(() => {
    if (problems.account) account.current?.focus()
    else if (problems.password) password.current?.focus()
    else if (problems.code) code.current?.focus()
    else if (problems.form) password.current?.focus()
    // Only after an attempt: clearing a problem by typing must not move the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [login.step])

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const codeid = event.currentTarget.querySelector<HTMLInputElement>("[name=codeid]")?.value ?? ""
    submit({
      account: account.current?.value.trim() ?? "",
      password: password.current?.value ?? "",
      isRemembered: event.currentTarget.querySelector<HTMLInputElement>("[name=remember]")?.checked ?? false,
      picture: hasPicture ? { codeid, code: code.current?.value.trim() ?? "" } : null,
    })
  }

  return (
    <form noValidate onSubmit={onSubmit} onInput={() => prepare(login)}>
      <div className={css.fields}>
        <TextField
          ref={account}
          label="账号"
          icon="person"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={variants[variant].accountHint}
          defaultValue={given || remembered}
          // LOGIN-8: there is one thing to do on this page.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          error={problems.account}
          onInput={() => dispatch({ type: "typed", field: "account" })}
        />
        <PasswordField
          ref={password}
          label="密码"
          name="password"
          autoComplete="current-password"
          placeholder="请输入密码"
          error={problems.password}
          onInput={() => dispatch({ type: "typed", field: "password" })}
        />
        {hasPicture && (
          <PictureCode
            ref={code}
            round={login.picture}
            error={problems.code}
            onInput={() => dispatch({ type: "typed", field: "code" })}
            onRefresh={() => dispatch({ type: "pictureRefused" })}
          />
        )}
      </div>
      <label className={css.remember}>
        <Checkbox name="remember" defaultChecked={remembered !== ""} />
        记住账号
      </label>
      <SubmitRow
        problem={problems.form}
        isBusy={isBusy(login)}
        {...(submitWords && { words: submitWords })}
      />
    </form>
  )
}
