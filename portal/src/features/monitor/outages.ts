import { warningMessageByCall } from "@uc/contract/alarms/calls"

export type WatchedCall = keyof typeof warningMessageByCall

/** WARN-6: each call's sentence once per outage, not at every poll. */
export function createOutages(show: (sentence: string) => void) {
  const failing = new Set<WatchedCall>()
  return {
    failed(call: WatchedCall): void {
      if (failing.has(call)) return
      failing.add(call)
      show(warningMessageByCall[call])
    },
    worked(call: WatchedCall): void {
      failing.delete(call)
    },
  }
}
export type Outages = ReturnType<typeof createOutages>
