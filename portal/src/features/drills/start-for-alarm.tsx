import { alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { fittingPlan } from "@uc/contract/alarms/fitting-plans"
import { executionTypes, type EmergencyPlan } from "@uc/contract/drills/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useCall } from "../../platform/http/use-call.ts"
import { StartDialog } from "./start-dialog.tsx"

interface StartForAlarmProps {
  readonly uuid: string
  readonly user: CurrentUser
  readonly plans: readonly EmergencyPlan[]
  readonly onStarted: () => void
  readonly onClose: () => void
}

/** DAY-5: 启动预案 of an alarm: the plan that fits its type, as a real run in its school. */
export function StartForAlarm({ uuid, user, plans, onStarted, onClose }: StartForAlarmProps) {
  const { data: alarm } = useCall(alarmAdminCalls.detail, { uuid })
  const plan = alarm && fittingPlan(plans, alarm.model_code)
  if (!alarm || !plan) return null
  return (
    <StartDialog
      user={user}
      plans={plans}
      plan={plan}
      type={executionTypes.emergency}
      chosen={[{ orgid: alarm.orgid, orgname: alarm.school_name, areaname: "" }]}
      onStarted={onStarted}
      onClose={onClose}
    />
  )
}
