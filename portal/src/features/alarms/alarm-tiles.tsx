import { inThousands } from "../../ui/format/in-thousands.ts"
import { alarmCounts, alarmStates, type AlarmPulse } from "@uc/contract/alarms/admin-calls"
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

/** What the list shows with no tile pressed, as far as tiles are about it. */
const none = { state: "active", escalated: false, waiting: false, period: "all" } as const

/** Alarms that still wait for somebody, and today's: each number is that of its list. */
export function AlarmTiles({ isBureau, pulse, place, onFilter }: AlarmTilesProps) {
  const { wordOf } = useCodes("alarmState", alarmStates)
  const { waiting: waitingWords, today: todayWords } = alarmCounts
  const waiting = {
    key: "waiting" as const,
    icon: "task" as IconName,
    words: waitingWords,
    tone: "danger" as const,
    isOn: place.waiting,
    change: { ...none, waiting: true } as Partial<AlarmFilterState>,
  }
  const states = (["open", "acknowledged", "handling"] as const).map((state) => ({
    key: state,
    icon: stateLooks[state].icon,
    words: wordOf(state),
    tone: state === "open" ? ("danger" as const) : ("brand" as const),
    isOn: place.state === state && !place.escalated,
    change: { ...none, state } as Partial<AlarmFilterState>,
  }))
  const escalated = {
    key: "escalated" as const,
    icon: "caution" as IconName,
    words: isBureau ? "上报到我局" : "超时上报",
    tone: "danger" as const,
    isOn: place.escalated,
    change: { ...none, escalated: true } as Partial<AlarmFilterState>,
  }
  const today = {
    key: "today" as const,
    icon: "calendar" as IconName,
    words: todayWords,
    tone: "brand" as const,
    isOn: place.state === "all" && place.period === "today" && place.by === "happened",
    change: { ...none, state: "all", period: "today", by: "happened" } as Partial<AlarmFilterState>,
  }
  return (
    <CountTiles
      label="待办概况"
      tiles={[waiting, ...states, escalated, today].map(({ key, icon, words, tone, isOn, change }) => ({
        key,
        icon,
        words,
        count: pulse === undefined ? null : inThousands(pulse[key]),
        tone: pulse !== undefined && pulse[key] > 0 ? tone : "faint",
        isOn,
        onPress: () => onFilter(isOn ? none : change),
      }))}
    />
  )
}
