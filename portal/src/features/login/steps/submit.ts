import { captchaMessages } from "@uc/contract/captcha/calls"
import { loginMessages } from "@uc/contract/login/calls"
import { errtypes } from "@uc/contract/core/reply"
import { sessionMessages } from "@uc/contract/account/calls"
import { Failure, messageOf } from "../../../platform/http/failure.ts"
import { signIn, type PasswordSignIn } from "../../../platform/session/sign-in.ts"
import type { LoginField, Outcome, Problems, SecondFactor } from "./login-state.ts"

/* Loaded when somebody begins to type: it needs the calls and their shapes, and the account box must not wait for them. */

export interface Typed {
  readonly account: string
  readonly password: string
  /** Null: there is no picture with a code to be read. */
  readonly code: string | null
}

/** LOGIN-8: what is missing, beside its field. */
export function missing({ account, password, code }: Typed): Problems | null {
  const problems = {
    ...(account === "" && { account: sessionMessages.accountMissing }),
    ...(password === "" && { password: sessionMessages.passwordMissing }),
    ...(code === "" && { code: loginMessages.pictureCodeMissing }),
  }
  return Object.keys(problems).length > 0 ? problems : null
}

/** Sentences about one field; every other one is about the attempt as a whole. */
const fieldOf: Readonly<Record<string, LoginField>> = {
  [sessionMessages.accountMissing]: "account",
  [sessionMessages.passwordMissing]: "password",
  [sessionMessages.wrongCredentials]: "password",
  [loginMessages.pictureCodeMissing]: "code",
  [loginMessages.pictureCodeWrong]: "code",
}

/** DISTRICT-3: password or code were right for several accounts of one phone. */
export function choiceIn(error: unknown): SecondFactor | null {
  if (!(error instanceof Failure) || error.kind !== "which-account") return null
  const [first] = error.accounts ?? []
  return first ? { ticket: first.ticket, phone: null, accounts: error.accounts ?? [] } : null
}

export function outcomeOf(error: unknown): Outcome {
  if (error instanceof Failure && error.kind === "second-factor" && error.ticket !== undefined)
    return { as: "second-factor", second: { ticket: error.ticket, phone: error.phone ?? "" } }
  if (error instanceof Failure && error.kind === "new-password" && error.ticket !== undefined)
    return { as: "second-factor", second: { ticket: error.ticket, phone: null } }
  const choice = choiceIn(error)
  if (choice) return { as: "second-factor", second: choice }
  const sentence = messageOf(error)
  if (sentence === null) return { as: "overtaken" }
  if (error instanceof Failure && error.errtype === errtypes.captcha)
    return { as: "human-check", why: error.message || captchaMessages.needed }
  return { as: "refused", problems: { [fieldOf[sentence] ?? "form"]: sentence } }
}

export async function submit(tried: PasswordSignIn): Promise<Outcome> {
  try {
    await signIn(tried)
    return { as: "signed-in" }
  } catch (error) {
    return outcomeOf(error)
  }
}
