import { browserStorage } from "../../../platform/session/storage.ts"

const key = "login-account"

/** DAY-15: the account that somebody asked this browser to remember; "" where nobody has. Never a password. */
export function rememberedAccount(): string {
  return browserStorage.get(key) ?? ""
}

/** After a right password. Who does not ask for it takes away what was there: a browser that several people use. */
export function rememberAccount(account: string, isWanted: boolean): void {
  if (isWanted) browserStorage.set(key, account)
  else browserStorage.remove(key)
}
