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

/** REQ-2: simultaneous requests share one fetch, so that none cancels another. */
export function fetchCurrentUser(): Promise<CurrentUser> {
  asking ??= ask()
  first ??= asking
  return asking
}

/** SHELL-3: the start uses the guard's fetch, also when that has ended already. */
export function fetchCurrentUserAtStart(): Promise<CurrentUser> {
  return first ?? fetchCurrentUser()
}
