import { useQueryClient } from "@tanstack/react-query"
import { alarmAdminCalls, takingOver, type ListedAlarm } from "@uc/contract/alarms/admin-calls"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { ChosenBar } from "../../page-kit/bulk/chosen-bar.tsx"
import { send } from "../../platform/http/send.ts"
import { callKey } from "../../platform/http/use-call.ts"

export const nameOfAlarm = ({ school_name: school, model_name: name }: ListedAlarm) => `${school}的${name}`

interface AcknowledgeChosenProps {
  readonly rows: readonly ListedAlarm[]
  /** The viewer is neither on duty nor an administrator. */
  readonly mustAsk: boolean
  readonly onNone: () => void
}

/** DAY-13: several alarms at once, as after a cut of the power that many detectors tell. */
export function AcknowledgeChosen({ rows, mustAsk, onNone }: AcknowledgeChosenProps) {
  const client = useQueryClient()
  return (
    <ChosenBar
      rows={rows}
      unit="条预警"
      nameOf={nameOfAlarm}
      actions={[
        {
          words: "确认",
          icon: "check",
          ...(mustAsk && { confirm: { words: takingOver.words } }),
          // What somebody else has done meanwhile is read first, or it would count as unseen.
          run: async ({ uuid }) => {
            const { acts } = await send(alarmAdminCalls.detail, { uuid })
            return send(alarmAdminCalls.acknowledge, { uuid, seen: acts })
          },
        },
      ]}
      onDone={() => {
        for (const call of [alarmCalls.list, alarmAdminCalls.pulse, alarmAdminCalls.detail])
          void client.invalidateQueries({ queryKey: callKey(call) })
      }}
      onNone={onNone}
    />
  )
}
