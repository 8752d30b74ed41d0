import type { Ref } from "react"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { PasswordField } from "../../ui/forms/password-field.tsx"
import type { Reauth } from "./use-reauth.ts"

interface PasswordModeProps {
  readonly ref: Ref<HTMLInputElement>
  readonly reauth: Reauth
}

export function PasswordMode({ ref, reauth }: PasswordModeProps) {
  return (
    <PasswordField
      ref={ref}
      label="登录密码"
      name="password"
      autoComplete="current-password"
      placeholder={reauthMessages.passwordMissing}
      error={reauth.state.problem ?? undefined}
      onInput={reauth.type}
    />
  )
}
