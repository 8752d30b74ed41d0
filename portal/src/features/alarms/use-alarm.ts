import { alarmCalls } from "@uc/contract/alarms/calls"
import {
  alarmActions,
  alarmAdminCalls,
  type AlarmAction,
  type AlarmDetail,
  type AlarmPage,
} from "@uc/contract/alarms/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { useQueryClient } from "@tanstack/react-query"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"

export const actFailed = "操作失败，请重试"

export function useAlarm(uuid: string) {
  const found = useCall(alarmAdminCalls.detail, { uuid })
  const queries = useQueryClient()

  function keep(detail: AlarmDetail): void {
    queries.setQueryData(callKey(alarmAdminCalls.detail, { uuid }), detail)
    // Only the row changes: loading the list again would move it while it is read.
    queries.setQueriesData<AlarmPage>(
      { queryKey: callKey(alarmCalls.list) },
      (page) =>
        page && {
          ...page,
          items: page.items.map((row) => (row.uuid === uuid ? { ...row, ...detail } : row)),
        },
    )
    void queries.invalidateQueries({ queryKey: callKey(alarmAdminCalls.pulse) })
  }

  function onDone(action: AlarmAction, detail: AlarmDetail): void {
    keep(detail)
    showToast("success", action === "handle" ? "已记录处置情况" : `已${alarmActions[action]}`)
  }

  /** The sentence of a failure, null when it is done. Without a person it is acknowledged, else assigned. */
  async function take(personid?: Id): Promise<string | null> {
    const of = { uuid, seen: found.data?.acts ?? 0 }
    try {
      if (personid === undefined) onDone("acknowledge", await send(alarmAdminCalls.acknowledge, of))
      else onDone("assign", await send(alarmAdminCalls.assign, { ...of, personid }))
      return null
    } catch (error) {
      // Another was first: what they did is shown beside the sentence.
      void found.refetch()
      return messageOf(error, actFailed)
    }
  }

  return { ...found, onDone, take }
}
