import { statusLimits } from "@uc/contract/status/calls"
import type { CheckId } from "@uc/contract/status/findings"
import { finding, type Finding } from "./checks/finding.ts"
import { codeOf } from "./probes/code-of.ts"

export interface Checked<Facts> {
  /** Null: the check could not be made. */
  readonly facts: Facts | null
  readonly findings: readonly Finding[]
}

class Late extends Error {}

/** OPS-4: a check that fails or takes too long is itself a finding, and hinders no other. */
export async function checked<Facts>(
  id: CheckId,
  probe: () => Promise<Facts>,
  decide: (facts: Facts) => Finding | readonly Finding[],
  limitMs: number = statusLimits.checkMs,
): Promise<Checked<Facts>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Late()), limitMs)
  })
  try {
    const facts = await Promise.race([probe(), late])
    const found = decide(facts)
    return { facts, findings: "code" in found ? [found] : found }
  } catch (error) {
    const why =
      error instanceof Late
        ? finding(id, "check.late", { seconds: limitMs / 1000 })
        : finding(id, "check.failed", { reason: codeOf(error) })
    return { facts: null, findings: [why] }
  } finally {
    clearTimeout(timer)
  }
}
