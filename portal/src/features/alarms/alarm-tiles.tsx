import { inThousands } from "@uc/contract/thousands"
import { alarmStates, type AlarmPulse } from "@uc/contract/alarms-at-work"
import { useCodes } from "../../platform/use-codes.ts"
import { classes } from "../../ui/classes.ts"
import { Icon, type IconName } from "../../ui/icon.tsx"
import type { AlarmPlace } from "./alarm-place.ts"
import { stateLooks } from "./alarm-words.ts"
import css from "./alarms.module.css"

interface AlarmTilesProps {
  readonly isBureau: boolean
  readonly pulse: AlarmPulse | undefined
  readonly place: AlarmPlace
  readonly onFilter: (change: Partial<AlarmPlace>) => void
}

/** What still waits for somebody, whatever is filtered; a press shows it. Unknown is a dash and never a zero. */
export function AlarmTiles({ isBureau, pulse, place, onFilter }: AlarmTilesProps) {
  const { wordOf } = useCodes("alarmState", alarmStates)
  const states = (["open", "acknowledged", "handling"] as const).map((state) => ({
    key: state,
    icon: stateLooks[state].icon,
    words: wordOf(state),
    isOn: place.state === state && !place.climbed,
    change: { state, climbed: false } as Partial<AlarmPlace>,
  }))
  const climbed = {
    key: "climbed" as const,
    icon: "caution" as IconName,
    words: isBureau ? "上报到我局" : "超时上报",
    isOn: place.climbed,
    change: { state: "active", climbed: true } as Partial<AlarmPlace>,
  }
  return (
    <div className={css.tiles} role="group" aria-label="待办概况">
      {[...states, climbed].map(({ key, icon, words, isOn, change }) => (
        <button
          key={key}
          type="button"
          className={classes(css.tile, pulse !== undefined && pulse[key] > 0 && css[key])}
          aria-pressed={isOn}
          onClick={() => onFilter(isOn ? { state: "active", climbed: false } : change)}
        >
          <Icon name={icon} />
          <span className={css.words}>{words}</span>
          <strong>{pulse === undefined ? "—" : inThousands(pulse[key])}</strong>
        </button>
      ))}
    </div>
  )
}
