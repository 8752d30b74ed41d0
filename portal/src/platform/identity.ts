import { replyMessages } from "@uc/contract/reply"
import { showToast } from "./toast.ts"

type IdentityCheck = (mid: string) => Promise<boolean>

let check: IdentityCheck = async () => {
  showToast("warning", replyMessages.notOpenYet)
  return false
}

/** Whoever can ask a person to prove who they are registers here. */
export function provideIdentityCheck(provided: IdentityCheck): void {
  check = provided
}

/** AUTH-8: true once the person has proven it for this module, false if they would not. */
export function confirmIdentity(mid: string): Promise<boolean> {
  return check(mid)
}
