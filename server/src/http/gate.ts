import { errtypes } from "@uc/contract/reply"
import { Refusal } from "./refusal.ts"

/** AUTH-8: a sensitive call spends a grant for its module id. Nothing issues grants yet, so every one is refused. */
export function spendGrant(mid: string): never {
  throw new Refusal("该操作需要再次验证身份", { status: 403, errtype: errtypes.grantNeeded, mid })
}
