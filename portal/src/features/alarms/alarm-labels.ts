import type { AlarmState } from "@uc/contract/alarms/admin-calls"
import type { IconName } from "../../ui/navigation/icon.tsx"
import type { TagTone } from "../../ui/marks/tag.tsx"

export const stateLooks: Readonly<Record<AlarmState, { readonly tone: TagTone; readonly icon: IconName }>> = {
  open: { tone: "danger", icon: "alarm" },
  acknowledged: { tone: "brand", icon: "check" },
  handling: { tone: "brand", icon: "gear" },
  closed: { tone: "done", icon: "done" },
  false: { tone: "plain", icon: "minus" },
}
