import type { CheckId, FindingCode, FindingValues } from "@uc/contract/status/findings"

/** What a check has found. The words are the contract's for the page, and the command's own for `npm run doctor`. */
export interface Finding {
  readonly id: CheckId
  readonly code: FindingCode
  readonly values: FindingValues
}

/** The code begins with the check's id, but for those of every check (`check.late`). */
export function finding<Id extends CheckId>(
  id: Id,
  code: Extract<FindingCode, `${Id}.${string}` | `check.${string}`>,
  values: FindingValues = {},
): Finding {
  return { id, code, values }
}
