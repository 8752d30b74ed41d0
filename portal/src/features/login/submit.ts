import { sessionMessages } from "@uc/contract/session"
import { Failure, messageOf } from "../../platform/failure.ts"
import { signIn } from "../../platform/sign-in.ts"

/** What went wrong, and beside which field it stands; `form` where it is no field's fault. */
export interface Problems {
  readonly account?: string
  readonly password?: string
  readonly form?: string
}

export function missing(account: string, password: string): Problems | null {
  if (account !== "" && password !== "") return null
  return {
    ...(account === "" && { account: sessionMessages.accountMissing }),
    ...(password === "" && { password: sessionMessages.passwordMissing }),
  }
}

/** A refusal is about what was typed, everything else about the way to the server. */
export function problemsOf(error: unknown): Problems | null {
  const sentence = messageOf(error)
  if (sentence === null) return null
  return error instanceof Failure && error.kind === "refused" ? { password: sentence } : { form: sentence }
}

/**
 * Fetched when somebody begins to type: it brings the calls and their shapes along, and the account box must not wait
 * for them. Null: signed in, or silently overtaken by a later try.
 */
export async function submit(account: string, password: string): Promise<Problems | "signed-in" | null> {
  const lacks = missing(account, password)
  if (lacks) return lacks
  try {
    await signIn(account, password)
    return "signed-in"
  } catch (error) {
    return problemsOf(error)
  }
}
