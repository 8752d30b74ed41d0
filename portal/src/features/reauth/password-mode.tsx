import { useState, type KeyboardEvent, type Ref } from "react"
import { reauthMessages } from "@uc/contract/reauth"
import { Icon } from "../../ui/icon.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { Reauth } from "./use-reauth.ts"
import css from "./reauth-dialog.module.css"

interface PasswordModeProps {
  readonly ref: Ref<HTMLInputElement>
  readonly reauth: Reauth
}

export function PasswordMode({ ref, reauth }: PasswordModeProps) {
  const [isRevealed, setRevealed] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"))
  return (
    <TextField
      ref={ref}
      label="登录密码"
      icon="lock"
      name="password"
      type={isRevealed ? "text" : "password"}
      autoComplete="current-password"
      placeholder={reauthMessages.passwordMissing}
      error={reauth.state.problem ?? undefined}
      caution={isCapsLock ? "大写锁定已打开" : undefined}
      onInput={reauth.type}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      trailing={
        <button
          type="button"
          className={css.reveal}
          aria-label="显示密码"
          aria-pressed={isRevealed}
          onClick={() => setRevealed(!isRevealed)}
        >
          <Icon name={isRevealed ? "eye-off" : "eye"} />
        </button>
      }
    />
  )
}
