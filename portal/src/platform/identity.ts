import type { SensitiveModule } from "@uc/contract/sensitive-modules"
import { showToast } from "./toast.ts"

/** True: proven for this module; false: the person would not. */
export type IdentityCheck = (mid: string) => Promise<boolean>

/** The module that a locked session is unlocked by; a proof for any other one does it as well. */
export const unlock: SensitiveModule = "unlock"

let provide: (check: IdentityCheck) => void
let provided = new Promise<IdentityCheck>((resolve) => {
  provide = resolve
})

/** Whoever can ask a person to prove who they are registers here; until then, whoever wants it waits. */
export function provideIdentityCheck(check: IdentityCheck): void {
  provide(check)
  provided = Promise.resolve(check)
}

interface OpenCheck {
  readonly mid: string
  readonly answer: Promise<boolean>
}
let open: OpenCheck | null = null

async function ask(mid: string): Promise<boolean> {
  try {
    const check = await provided
    return await check(mid)
  } catch (error) {
    console.error("Nobody could be asked who they are", error)
    showToast("error", "网络不稳定，验证窗口没有加载成功，请重试")
    return false
  } finally {
    open = null
  }
}

/**
 * AUTH-8: true once the person has proven it for this module, false if they would not. One question at a time: who asks
 * for the same gets the same answer, who asks for something else waits for their turn.
 */
export async function confirmIdentity(mid: string): Promise<boolean> {
  if (open && open.mid !== mid) {
    const isProven = await open.answer
    return (isProven && mid === unlock) || confirmIdentity(mid)
  }
  open ??= { mid, answer: ask(mid) }
  return open.answer
}
