import { alarmCalls, warningMessageByCall } from "@uc/contract/alarms/calls"
import { alarmStates } from "@uc/contract/alarms/admin-calls"
import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { useCall } from "../../platform/http/use-call.ts"
import { useCodes } from "../dictionary/public.ts"
import { DayFilter } from "../../ui/forms/day-filter.tsx"
import { Checkbox } from "../../ui/forms/controls/checkbox.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { periods, type Period } from "../../ui/format/period.ts"
import { isFiltered, type AlarmFilterState } from "./alarm-filters-url.ts"
import css from "./alarms.module.css"

type Choice<Key extends string = string> = readonly [Key, string]

const ticks = [
  ["waiting", "等我处理的"],
  ["mine", "我负责的"],
] as const
const moments: readonly Choice<AlarmFilterState["by"]>[] = [
  ["happened", "发生时间"],
  ["closed", "办结时间"],
]
const periodChoices = Object.entries(periods) as [Period, string][]

/** What is chosen is always among the choices, also where a link brought it along. */
function choices(found: readonly Choice[], chosen: string): Choice[] {
  const isKnown = chosen === "" || found.some(([key]) => key === chosen)
  return [["", "全部"], ...found, ...(isKnown ? [] : [[chosen, chosen] as const])]
}

function isOngoing({ state }: AlarmFilterState): boolean {
  return state !== "all" && state !== "closed" && state !== "false"
}

interface AlarmFiltersProps {
  readonly user: CurrentUser
  readonly place: AlarmFilterState
  readonly onFilter: (change: Partial<AlarmFilterState>) => void
  readonly onReset: () => void
}

export function AlarmFilters({ user, place, onFilter, onReset }: AlarmFiltersProps) {
  // What has happened lately is what can be chosen: it also knows types that nobody has named yet.
  const { data } = useCall(alarmCalls.riskStatistics, {}, { staleMs: 60_000 })
  const types = data?.types.map(({ code, name }) => [code, name] as const) ?? []
  const levels = data?.levels.map(({ name }) => [name, name] as const) ?? []
  const orgs = data?.organisations.map(({ orgid, name }) => [orgid, name] as const) ?? []
  const { choices: named, isLost } = useCodes("alarmState", alarmStates)
  const states: readonly Choice<AlarmFilterState["state"]>[] = [
    ["active", "未办结"],
    ...named,
    ["all", "全部"],
  ]
  const isAbove = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  return (
    <div className={css.filters} role="search" aria-label="筛选">
      <ChoiceFilter
        label="状态"
        value={place.state}
        choices={states}
        onChange={(state) => onFilter({ state })}
      />
      <ChoiceFilter
        label="级别"
        value={place.level}
        choices={choices(levels, place.level)}
        onChange={(level) => onFilter({ level })}
      />
      <ChoiceFilter
        label="类型"
        value={place.type}
        choices={choices(types, place.type)}
        onChange={(type) => onFilter({ type })}
      />
      {isAbove && (
        <ChoiceFilter
          label="单位"
          value={place.org}
          choices={choices(orgs, place.org)}
          onChange={(org) => onFilter({ org })}
        />
      )}
      <ChoiceFilter
        label="时间"
        value={place.period}
        choices={periodChoices}
        onChange={(period) => onFilter({ period, ...(period === "all" && { by: "happened" as const }) })}
      />
      {place.period !== "all" && (
        <ChoiceFilter
          label="按"
          value={place.by}
          choices={moments}
          // What is not over yet has no such moment.
          onChange={(by) =>
            onFilter({ by, ...(by === "closed" && isOngoing(place) && { state: "all" as const }) })
          }
        />
      )}
      {place.period === "chosen" &&
        (["from", "to"] as const).map((side) => (
          <DayFilter
            key={side}
            label={side === "from" ? "从" : "到"}
            value={place[side]}
            onChange={(day) => onFilter({ [side]: day })}
          />
        ))}
      {ticks.map(([key, words]) => (
        <label key={key} className={css.check}>
          <Checkbox checked={place[key]} onChange={(event) => onFilter({ [key]: event.target.checked })} />
          {words}
        </label>
      ))}
      {isFiltered(place) && <Button onClick={onReset}>重置</Button>}
      {isLost && (
        <small className={css.none}>{warningMessageByCall["dictionary.codesByParent"]}状态暂用默认名称</small>
      )}
    </div>
  )
}
