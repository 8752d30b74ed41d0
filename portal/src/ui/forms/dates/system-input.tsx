import { useId, useState } from "react"
import { classes } from "../../theme/classes.ts"
import boxCss from "../controls/control-box.module.css"
import { useInvalid } from "../field-problem.ts"
import { Unreadable } from "./unreadable.tsx"

interface SystemInputProps {
  readonly type: "date" | "time"
  readonly id?: string
  readonly label: string
  /** `2026-03-05` or `14:05`; empty: none. */
  readonly value: string
  readonly min?: string
  readonly unreadable: string
  readonly onChange: (value: string) => void
}

/** While a year is typed by its digits it is 0002 and 0020 for a moment. */
const isHalfTyped = (value: string) => value.startsWith("0") && value.includes("-")

/** The system's own day or time. Half a day, as a narrow window lets one type it, is never told. */
export function SystemInput({ type, id, label, value, min, unreadable, onChange }: SystemInputProps) {
  const saidId = useId()
  const invalid = useInvalid()
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(null)
    setWrong(false)
  }
  return (
    <>
      <input
        type={type}
        id={id}
        className={classes(boxCss.box, (isWrong || invalid["aria-invalid"]) && boxCss.wrong)}
        min={min}
        aria-label={id === undefined ? label : undefined}
        {...invalid}
        aria-invalid={isWrong || invalid["aria-invalid"]}
        aria-describedby={isWrong ? saidId : invalid["aria-describedby"]}
        data-unreadable={isWrong || undefined}
        value={typed ?? value}
        onChange={({ target }) => {
          setTyped(target.value)
          setWrong(false)
          if (target.validity.badInput || isHalfTyped(target.value)) return
          if (target.value !== value) onChange(target.value)
        }}
        onBlur={({ target }) => setWrong(target.validity.badInput || isHalfTyped(target.value))}
      />
      {isWrong && <Unreadable id={saidId} words={unreadable} />}
    </>
  )
}
