import { accountCalls } from "@uc/contract/account/calls"
import { Failure } from "../http/failure.ts"
import { send } from "../http/send.ts"
import { forgetUser } from "./session.ts"

/**
 * Throws, and leaves everything as it is, when the server did not end the session: the cookie still opens it, and the
 * next person at this computer must not find it open.
 */
export async function signOut(): Promise<Left> {
  const { onward } = await send(accountCalls.signOut, {}).catch((error: unknown) => {
    if (!(error instanceof Failure && error.kind === "signed-out")) throw error
    return { onward: undefined }
  })
  forgetUser()
  if (onward === undefined) return "here"
  // Replaced, so that "back" leads to no page of the session that has ended.
  window.location.replace(onward)
  return "for the other side"
}

/** SSO-4: "for the other side": the browser leaves, to sign out there too; the page stays as it is until then. */
type Left = "here" | "for the other side"
