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

/** What one of the actions needs beside the alarm. */
export interface ActWords {
  readonly note?: string
  readonly personid?: Id
}

function sent(action: AlarmAction, uuid: string, seen: number, { note = "", personid = "" }: ActWords) {
  switch (action) {
    case "acknowledge":
      return send(alarmAdminCalls.acknowledge, { uuid, seen })
    case "assign":
      return send(alarmAdminCalls.assign, { uuid, seen, personid })
    case "handle":
    case "close":
    case "dismiss":
      return send(alarmAdminCalls[action], { uuid, seen, note })
  }
}

export function useAlarm(uuid: string) {
  const found = useCall(alarmAdminCalls.detail, { uuid })
  const queries = useQueryClient()

  function keep(detail: AlarmDetail): void {
    queries.setQueryData(callKey(alarmAdminCalls.detail, { uuid }), detail)
    // The row changes where it stands: fetched anew, the list would move under the reader's hands.
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

  /** The sentence to show when it went wrong, null when it is done. */
  async function act(action: AlarmAction, words: ActWords = {}): Promise<string | null> {
    try {
      keep(await sent(action, uuid, found.data?.acts ?? 0, words))
      showToast("success", `已${alarmActions[action]}`)
      return null
    } catch (error) {
      // Somebody was first: what they did is shown beside the sentence.
      void found.refetch()
      return messageOf(error, "操作没有成功，请重试")
    }
  }

  return { ...found, act }
}
