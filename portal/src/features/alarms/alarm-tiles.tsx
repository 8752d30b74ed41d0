import { inThousands } from "../../ui/format/in-thousands.ts"
import { alarmStates, type AlarmPulse } from "@uc/contract/alarms/admin-calls"
import { useCodes } from "../dictionary/public.ts"
import { CountTiles } from "../../ui/layout/count-tiles.tsx"
import type { IconName } from "../../ui/navigation/icon.tsx"
import type { AlarmFilterState } from "./alarm-filters.ts"
import { stateLooks } from "./alarm-labels.ts"

interface AlarmTilesProps {
  readonly isBureau: boolean
  readonly pulse: AlarmPulse | undefined
  readonly place: AlarmFilterState
  readonly onFilter: (change: Partial<AlarmFilterState>) => void
}

/** Alarms that still wait for somebody. */
export function AlarmTiles({ isBureau, pulse, place, onFilter }: AlarmTilesProps) {
  const { wordOf } = useCodes("alarmState", alarmStates)
  const states = (["open", "acknowledged", "handling"] as const).map((state) => ({
    key: state,
    icon: stateLooks[state].icon,
    words: wordOf(state),
    tone: state === "open" ? ("danger" as const) : ("brand" as const),
    isOn: place.state === state && !place.escalated,
    change: { state, escalated: false } as Partial<AlarmFilterState>,
  }))
  const escalated = {
    key: "escalated" as const,
    icon: "caution" as IconName,
    words: isBureau ? "上报到我局" : "超时上报",
    tone: "danger" as const,
    isOn: place.escalated,
    change: { state: "active", escalated: true } as Partial<AlarmFilterState>,
  }
  return (
    <CountTiles
      label="待办概况"
      tiles={[...states, escalated].map(({ key, icon, words, tone, isOn, change }) => ({
        key,
        icon,
        words,
        count: pulse === undefined ? null : inThousands(pulse[key]),
        tone: pulse !== undefined && pulse[key] > 0 ? tone : "faint",
        isOn,
        onPress: () => onFilter(isOn ? { state: "active", escalated: false } : change),
      }))}
    />
  )
}
