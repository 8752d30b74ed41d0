import { loginMessages, MobilePhone, SmsCode } from "@uc/contract/login/calls"
import { reauthMessages } from "@uc/contract/reauth/calls"

/** LOGIN-8: what is wrong with a phone before anything is sent; null when nothing is. */
export function phoneProblem(phone: string): string | null {
  if (phone === "") return loginMessages.phoneMissing
  return MobilePhone.safeParse(phone).success ? null : loginMessages.phoneWrong
}

export function isCodeComplete(code: string): boolean {
  return SmsCode.safeParse(code).success
}

/** A wrong code stands at its field; a lock and everything else above the button. */
export function codeProblem(sentence: string): { readonly code: string } | { readonly form: string } {
  return sentence === reauthMessages.failed || sentence === reauthMessages.codeMissing
    ? { code: sentence }
    : { form: sentence }
}
