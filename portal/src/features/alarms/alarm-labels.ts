import { takenUnhandled, type AlarmState } from "@uc/contract/alarms/admin-calls"
import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import type { IconName } from "../../ui/navigation/icon.tsx"
import type { TagTone } from "../../ui/marks/tag.tsx"

export const stateLooks: Readonly<Record<AlarmState, { readonly tone: TagTone; readonly icon: IconName }>> = {
  open: { tone: "danger", icon: "alarm" },
  acknowledged: { tone: "brand", icon: "check" },
  handling: { tone: "brand", icon: "gear" },
  closed: { tone: "done", icon: "done" },
  false: { tone: "plain", icon: "minus" },
}

/** DAY-5: a bureau reads of a taken alarm what is still missing. */
export function stateWords(
  { usertype }: Pick<CurrentUser, "usertype">,
  wordOf: (state: AlarmState) => string,
): (state: AlarmState) => string {
  return (state) =>
    usertype === usertypes.bureau && state === "acknowledged" ? takenUnhandled : wordOf(state)
}
