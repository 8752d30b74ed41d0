import { useState, type ComponentProps, type KeyboardEvent } from "react"
import { RevealButton } from "./reveal-button.tsx"
import { TextField } from "./text-field.tsx"

export const capsLockOn = "大写锁定已打开"

type PasswordFieldProps = Omit<
  ComponentProps<typeof TextField>,
  "icon" | "type" | "caution" | "trailing" | "onKeyDown" | "onKeyUp" | "onBlur"
>

/** A password that can be shown, with a caps-lock warning (LOGIN-8). */
export function PasswordField(field: PasswordFieldProps) {
  const [isRevealed, setRevealed] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"))
  return (
    <TextField
      {...field}
      icon="lock"
      type={isRevealed ? "text" : "password"}
      caution={isCapsLock ? capsLockOn : undefined}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      trailing={<RevealButton isRevealed={isRevealed} onToggle={() => setRevealed(!isRevealed)} />}
    />
  )
}
