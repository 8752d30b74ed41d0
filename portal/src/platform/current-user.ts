import { sessionCalls, type CurrentUser } from "@uc/contract/session"
import { keepUser } from "./session.ts"
import { send } from "./send.ts"

let asking: Promise<CurrentUser> | undefined

async function ask(): Promise<CurrentUser> {
  try {
    const user = await send(sessionCalls.current, {})
    keepUser(user)
    return user
  } finally {
    asking = undefined
  }
}

/** REQ-2: start-up and guard share one fetch, so neither cancels the other's. */
export function fetchCurrentUser(): Promise<CurrentUser> {
  asking ??= ask()
  return asking
}
