import { accountCalls } from "@uc/contract/account/calls"
import { Failure } from "../http/failure.ts"
import { send } from "../http/send.ts"
import { forgetUser } from "./session.ts"

/**
 * Throws, and leaves everything as it is, when the server did not end the session: the cookie still opens it, and the
 * next person at this computer must not find it open.
 */
export async function signOut(): Promise<void> {
  try {
    await send(accountCalls.signOut, {})
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "signed-out")) throw error
  }
  forgetUser()
}
