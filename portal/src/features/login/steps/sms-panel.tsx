import { sendSignInCode, smsSignIn } from "../../../platform/session/sign-in.ts"
import type { SecondFactor } from "./login-state.ts"
import { PhoneCodeForm } from "../phone-code-form.tsx"
import { choiceIn } from "./submit.ts"

export interface SmsPanelProps {
  readonly onSignedIn: () => void
  /** The code was right, and something is asked for first. */
  readonly onSecondStep: (second: SecondFactor) => void
}

/** LOGIN-3: a phone, a slider, a code. */
export function Part({ onSignedIn, onSecondStep }: SmsPanelProps) {
  async function signIn(phone: string, vcode: string) {
    try {
      await smsSignIn(phone, vcode)
      onSignedIn()
    } catch (error) {
      const choice = choiceIn(error)
      if (!choice) throw error
      onSecondStep(choice)
    }
  }
  return <PhoneCodeForm send={sendSignInCode} submit={signIn} />
}
