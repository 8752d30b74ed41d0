import { useQueryClient } from "@tanstack/react-query"
import { alarmAdminCalls, type AlarmPage, type AlarmPulse } from "@uc/contract/alarms/admin-calls"
import { alarmCalls } from "@uc/contract/alarms/calls"
import type { InputOf } from "@uc/contract/core/call"
import { useEffect, useRef } from "react"
import { send } from "../../platform/http/send.ts"
import { callKey } from "../../platform/http/use-call.ts"
import { onEventSpread } from "../../platform/realtime/on-event-spread.ts"

/** Everybody who watches gets the event at the same moment. */
const spreadMs = 1000

/**
 * Rows and the open drawer follow what others do, and what is escalated: after an event, and where none gets through when a
 * number of the tiles has changed. Rows stay where they are: only what they say changes.
 */
export function useRefreshedAlarms(
  input: InputOf<typeof alarmCalls.list>,
  pulse: AlarmPulse | undefined,
): void {
  const queries = useQueryClient()
  const asked = useRef(input)
  useEffect(() => {
    asked.current = input
  })
  const counts = pulse && [pulse.open, pulse.acknowledged, pulse.handling, pulse.escalated].join(" ")
  const before = useRef(counts)

  useEffect(() => {
    async function refresh(): Promise<void> {
      if (document.visibilityState !== "visible") return
      void queries.invalidateQueries({ queryKey: callKey(alarmAdminCalls.detail) })
      void queries.invalidateQueries({ queryKey: callKey(alarmAdminCalls.pulse) })
      const of = asked.current
      try {
        const { items } = await send(alarmCalls.list, of)
        const fresh = new Map(items.map((row) => [row.uuid, row]))
        queries.setQueryData<AlarmPage>(
          callKey(alarmCalls.list, of),
          (page) => page && { ...page, items: page.items.map((row) => fresh.get(row.uuid) ?? row) },
        )
      } catch {
        // The tiles' own call says that the connection is broken.
      }
    }
    if (before.current !== undefined && before.current !== counts) void refresh()
    before.current = counts
    return onEventSpread("alarms", () => void refresh(), spreadMs)
  }, [queries, counts])
}
