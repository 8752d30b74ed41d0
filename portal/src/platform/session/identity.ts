import type { SensitiveModule } from "@uc/contract/reauth/sensitive-modules"
import { showFailure } from "../browser/toast.ts"

/** A page of another site that wants it; the signal ends with the page. */
export interface AskingGuest {
  readonly origin: string
  readonly signal: AbortSignal
  /** DISTRICT-13: an operation of its own that it wants the proof for, and what the list calls it. */
  readonly operation?: { readonly name: string; readonly site: string }
}

/** True: proven for this module; false: the person declined, or the opener is gone. */
export type IdentityCheck = (mid: string, guest?: AskingGuest) => Promise<boolean>

/** The module of unlocking a session; a proof for any other module unlocks it as well. */
export const unlock: SensitiveModule = "unlock"

let provide: (check: IdentityCheck) => void
let provided = new Promise<IdentityCheck>((resolve) => {
  provide = resolve
})

/** The dialog that asks a person registers here; until then requests wait. */
export function provideIdentityCheck(check: IdentityCheck): void {
  provide(check)
  provided = Promise.resolve(check)
}

interface OpenCheck {
  readonly mid: string
  readonly guest: AskingGuest | undefined
  readonly answer: Promise<boolean>
}
let open: OpenCheck | null = null

/** The session is locked, and its person is asked: other calls wait for it. */
export function isUnlocking(): boolean {
  return open?.mid === unlock
}

async function ask(mid: string, guest?: AskingGuest): Promise<boolean> {
  try {
    const check = await provided
    return await check(mid, guest)
  } catch (error) {
    console.error("Nobody could be asked who they are", error)
    showFailure(error, "网络不稳定，验证窗口加载失败，请重试")
    return false
  } finally {
    open = null
  }
}

function untilGone(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(false), { once: true }))
}

/**
 * AUTH-8: true once the person has proven it for this module, false if they declined. One dialog at a time: requests for
 * the same module share it, others wait. A hosted page shares nobody's dialog: its own closes with it, and it leaves the
 * queue when it goes.
 */
export async function confirmIdentity(mid: string, guest?: AskingGuest): Promise<boolean> {
  if (guest?.signal.aborted) return false
  if (open && (open.mid !== mid || open.guest || guest)) {
    const { answer } = open
    const isProven = await (guest ? Promise.race([answer, untilGone(guest.signal)]) : answer)
    return (isProven && mid === unlock) || confirmIdentity(mid, guest)
  }
  open ??= { mid, guest, answer: ask(mid, guest) }
  return open.answer
}
