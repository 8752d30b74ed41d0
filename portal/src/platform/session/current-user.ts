import { accountCalls, type CurrentUser } from "@uc/contract/account/calls"
import { keepUser } from "./session.ts"
import { send } from "../http/send.ts"

let asking: Promise<CurrentUser> | undefined
let first: Promise<CurrentUser> | undefined

async function ask(): Promise<CurrentUser> {
  try {
    const user = await send(accountCalls.current, {})
    keepUser(user)
    return user
  } finally {
    asking = undefined
  }
}

/** REQ-2: whoever asks at the same time shares one fetch, so none cancels another's. */
export function fetchCurrentUser(): Promise<CurrentUser> {
  asking ??= ask()
  first ??= asking
  return asking
}

/** SHELL-3: start-up takes the guard's fetch for its own, also when that is over already. */
export function fetchCurrentUserAtStart(): Promise<CurrentUser> {
  return first ?? fetchCurrentUser()
}
