import { alarmCalls, monitorDefaults } from "@uc/contract/alarms/calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import { parameterMessages } from "@uc/contract/core/parameter-messages"
import { Refusal } from "../../errors/refusal.ts"

type Asked = Omit<ParsedInputOf<typeof alarmCalls.types>, "code">

/** The specification's page sends both ways to name a page at once. Where they contradict each other neither is dropped. */
export function pageOf({ start = 0, limit, pageindex = 0, pagesize }: Asked): {
  start: number
  limit: number
} {
  if (limit !== undefined && pagesize !== undefined && limit !== pagesize)
    throw new Refusal(parameterMessages.sizeOfAnotherPage, { field: "pagesize" })
  const size = pagesize ?? limit ?? monitorDefaults.limit
  if (pageindex === 0) return { start, limit: size }
  const from = (pageindex - 1) * size
  if (start !== 0 && start !== from)
    throw new Refusal(parameterMessages.startOfAnotherPage, { field: "pageindex" })
  return { start: from, limit: size }
}
