import { sessionCalls, type CurrentUser } from "@uc/contract/session"
import { md5 } from "@noble/hashes/legacy.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Failure } from "./failure.ts"
import { forgetUser, keepUser } from "./session.ts"
import { send } from "./send.ts"

/** LOGIN-2: a password leaves the browser only so. */
export function passwordMd5(password: string): string {
  return bytesToHex(md5(utf8ToBytes(password))).toUpperCase()
}

/**
 * Imported when it is needed (`await import(…)`), never by the login page itself: it brings zod and the calls along,
 * and the account box must not wait for them.
 */
export async function signIn(account: string, password: string): Promise<CurrentUser> {
  const user = await send(sessionCalls.signIn, { account, password: passwordMd5(password) })
  keepUser(user)
  return user
}

/**
 * Throws, and leaves everything as it is, when the server did not end the session: the cookie still opens it, and whoever
 * sits down next at this computer must not find what somebody believed to have closed.
 */
export async function signOut(): Promise<void> {
  try {
    await send(sessionCalls.signOut, {})
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "signed-out")) throw error
  }
  forgetUser()
}
