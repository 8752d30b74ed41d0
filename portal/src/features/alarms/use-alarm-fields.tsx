import { alarmCalls, warningMessageByCall } from "@uc/contract/alarms/calls"
import { alarmStates } from "@uc/contract/alarms/admin-calls"
import { unknownTypeName } from "@uc/contract/alarms/type-name"
import { pageLimit } from "@uc/contract/core/wire"
import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import type { FilterField } from "../../page-kit/list/filter-bar.tsx"
import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useCodes } from "../dictionary/public.ts"
import { ChoiceFilter } from "../../ui/forms/filters/choice-filter.tsx"
import { periods, type Period } from "../../ui/format/period.ts"
import { Text } from "../../ui/primitives/text.tsx"
import type { AlarmFilterState } from "./alarm-filters.ts"

type Choice<Key extends string = string> = readonly [Key, string]

const moments: readonly Choice<AlarmFilterState["by"]>[] = [
  ["happened", "发生时间"],
  ["closed", "办结时间"],
]
const periodChoices = Object.entries(periods) as [Period, string][]

/** What is chosen is always among the choices, also where a link brought it along. */
function choices(found: readonly Choice[], chosen: string, name = chosen): Choice[] {
  const isKnown = chosen === "" || found.some(([key]) => key === chosen)
  return [["", "全部"], ...found, ...(isKnown ? [] : [[chosen, name] as const])]
}

function isOngoing({ state }: AlarmFilterState): boolean {
  return state !== "all" && state !== "closed" && state !== "false"
}

/** What alarms are filtered by. */
export function useAlarmFields(
  user: CurrentUser,
  { state: chosen, narrow }: UrlState<AlarmFilterState>,
): readonly (FilterField<AlarmFilterState> | false)[] {
  // The types that occurred lately can be chosen, also those without a name.
  const { data } = useCall(alarmCalls.riskStatistics, {}, { staleMs: 60_000 })
  const { data: table } = useCall(alarmCalls.types, { limit: pageLimit }, { staleMs: 60_000 })
  const named = new Map(table?.items.map((type) => [type.code, type]))
  // DISTRICT-9: what is out of use is not offered, but shown where somebody has chosen it.
  const types = (data?.types ?? [])
    .filter(({ code }) => code === chosen.type || !named.get(code)?.isDisabled)
    .map(({ code, name }) => [code, name] as const)
  const typeName = table && (named.get(chosen.type)?.name ?? unknownTypeName(chosen.type))
  const levels = data?.levels.map(({ name }) => [name, name] as const) ?? []
  const orgs = data?.organisations.map(({ orgid, name }) => [orgid, name] as const) ?? []
  const { choices: states, isLost } = useCodes("alarmState", alarmStates)
  const isAbove = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  const period = (
    <ChoiceFilter
      label="时间"
      value={chosen.period}
      choices={periodChoices}
      onChange={(to) => narrow({ period: to, ...(to === "all" && { by: "happened" as const }) })}
    />
  )
  const by = (
    <ChoiceFilter
      label="按"
      value={chosen.by}
      choices={moments}
      // Open alarms have no closing time.
      onChange={(to) =>
        narrow({ by: to, ...(to === "closed" && isOngoing(chosen) && { state: "all" as const }) })
      }
    />
  )
  const lost = (
    <Text size={12} tone="faint">
      {warningMessageByCall["dictionary.codesByParent"]}状态暂用默认名称
    </Text>
  )
  return [
    { choice: "state", label: "状态", choices: [["active", "未办结"], ...states, ["all", "全部"]] },
    { choice: "level", label: "等级", choices: choices(levels, chosen.level) },
    { choice: "type", label: "类型", choices: choices(types, chosen.type, typeName) },
    isAbove && { choice: "org", label: "单位", choices: choices(orgs, chosen.org) },
    { shown: period, label: "时间" },
    chosen.period !== "all" && { shown: by, label: "按" },
    chosen.period === "chosen" && { day: "from", label: "从" },
    chosen.period === "chosen" && { day: "to", label: "到" },
    { tick: "waiting", label: "待我处理" },
    { tick: "mine", label: "我负责的" },
    isLost && { shown: lost, label: "默认名称" },
  ]
}
