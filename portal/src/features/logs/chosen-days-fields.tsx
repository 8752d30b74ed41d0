import { DatePicker } from "antd"
import dayjs from "dayjs"
import { useId } from "react"
import { AntdProvider } from "../../ui/theme/antd-provider.tsx"
import type { ChosenDays } from "../../ui/format/period.ts"
import css from "./logs.module.css"

interface ChosenDaysFieldsProps {
  readonly chosen: ChosenDays
  readonly onChosen: (chosen: ChosenDays) => void
}

/** Two single calendars, because one for both days is wider than a phone. */
export default function ChosenDaysFields({ chosen, onChosen }: ChosenDaysFieldsProps) {
  const id = useId()
  const sides = [
    ["from", "从"],
    ["to", "到"],
  ] as const
  return (
    <AntdProvider>
      {sides.map(([side, words]) => (
        <div key={side} className={css.filter}>
          <label htmlFor={`${id}-${side}`}>{words}</label>
          <DatePicker
            id={`${id}-${side}`}
            value={chosen[side] === "" ? null : dayjs(chosen[side])}
            placeholder="不限"
            onChange={(day) => onChosen({ ...chosen, [side]: day ? day.format("YYYY-MM-DD") : "" })}
          />
        </div>
      ))}
    </AntdProvider>
  )
}
