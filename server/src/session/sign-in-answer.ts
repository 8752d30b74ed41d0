import { captchaMessages } from "@uc/contract/captcha/calls"
import { lockedMessage, loginMessages } from "@uc/contract/login/calls"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { errtypes } from "@uc/contract/core/reply"
import { sessionMessages, type CurrentUser } from "@uc/contract/account/calls"
import type { Browser, SignInOutcome } from "../security/sign-in/sign-in.ts"
import type { Sessions } from "./sessions.ts"
import { Refusal } from "../errors/refusal.ts"

export function browserOf({ device, caller, before }: Browser): Browser {
  return { device, caller, before }
}

/** The session's token for the browser and the user for the page, or the sentence for the person. */
export async function answerSignIn(
  { sessions }: { readonly sessions: Sessions },
  { setSession }: { readonly setSession: (token: string | null) => void },
  outcome: SignInOutcome,
): Promise<CurrentUser> {
  if (outcome.is !== "signed-in") throw refusalOf(outcome)
  const found = await sessions.find(outcome.token, true)
  // Disabled between the last factor and now.
  if (!found) throw new Refusal(sessionMessages.wrongCredentials)
  setSession(outcome.token)
  return found.user
}

export function refusalOf(outcome: Exclude<SignInOutcome, { is: "signed-in" }>): Refusal {
  switch (outcome.is) {
    case "locked":
      return new Refusal(lockedMessage(outcome.seconds), { status: 429, retryAfterS: outcome.seconds })
    case "address-busy":
      return new Refusal(loginMessages.addressBusy, { status: 429, retryAfterS: outcome.seconds })
    case "human-check":
      return new Refusal(humanCheckSentence(outcome), { errtype: errtypes.captcha })
    case "second-factor":
      return new Refusal(loginMessages.secondFactorNeeded, {
        errtype: errtypes.secondFactor,
        ticket: outcome.ticket,
        phone: outcome.phone,
      })
    case "new-password":
      return new Refusal(loginMessages.newPasswordNeeded, {
        errtype: errtypes.newPassword,
        ticket: outcome.ticket,
      })
    case "which-account":
      return new Refusal(loginMessages.whichAccount, {
        errtype: errtypes.accountChoice,
        accounts: outcome.accounts,
      })
    case "one-time-over":
      return new Refusal(loginMessages.oneTimeOver)
    case "password-first":
      return new Refusal(loginMessages.passwordFirst)
    case "wrong-password":
      return new Refusal(sessionMessages.wrongCredentials)
    case "wrong-code":
      return new Refusal(reauthMessages.failed)
    case "ticket-over":
      return new Refusal(loginMessages.ticketOver)
    case "demo-only":
      return new Refusal(loginMessages.demoOnly)
    case "admins-only":
      return new Refusal(loginMessages.adminsOnly)
    case "no-phone":
      return new Refusal(loginMessages.noPhone)
    case "password-too":
      return new Refusal(loginMessages.passwordToo)
  }
}

function humanCheckSentence({ kind, was }: Extract<SignInOutcome, { is: "human-check" }>): string {
  if (kind === "slider") return was === "missing" ? captchaMessages.needed : captchaMessages.failed
  return was === "missing" ? loginMessages.pictureCodeMissing : loginMessages.pictureCodeWrong
}
