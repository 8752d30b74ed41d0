import type { ItemResult } from "@uc/contract/alarm-sources/calls"
import { ingestedAlarms, ingestLagSeconds } from "../../metrics/registry.ts"

interface Answer {
  readonly accepted: number
  readonly repeated: number
  readonly refused: number
  readonly results: readonly ItemResult[]
}

/** OPS-2: how many came in, and how late. `items` as they were sent: those that were accepted have the right shape. */
export function countIngested(answer: Answer, items: readonly unknown[], nowMs: number): void {
  for (const result of ["accepted", "repeated", "refused"] as const)
    if (answer[result] > 0) ingestedAlarms.labels(result).inc(answer[result])
  for (const { is, index } of answer.results) {
    if (is !== "accepted") continue
    const { createtime } = items[index] as { readonly createtime: string }
    const occurredMs = Date.parse(`${createtime.replace(" ", "T")}+08:00`)
    // Clocks of gateways may be ahead of ours.
    ingestLagSeconds.observe(Math.max(0, nowMs - occurredMs) / 1000)
  }
}
