import { accountParameter, namedAccountLength } from "@uc/contract/login/login-variants"

/** SSO-12: the account that an application expects (`login_hint`); "" where it names none. boot/boot.js reads it too. */
export function namedAccount(search: string): string {
  const named = new URLSearchParams(search).get(accountParameter) ?? ""
  return named.trim().slice(0, namedAccountLength)
}
