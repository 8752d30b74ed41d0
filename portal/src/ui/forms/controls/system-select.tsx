import type { ReactNode } from "react"
import { useInvalid } from "../field-problem.ts"
import boxCss from "./control-box.module.css"
import type { SelectOption, SelectProps } from "./select-props.ts"

/** The system's own list: made for fingers, and a small screen is its own. */
export function SystemSelect<Key extends string | number | null>({
  id,
  label,
  value,
  choices,
  placeholder = "请选择",
  isDisabled = false,
  isBusy = false,
  onChange,
}: SelectProps<Key>) {
  const invalid = useInvalid()
  const chosen = choices.findIndex(([key]) => key === value)
  return (
    <select
      id={id}
      className={boxCss.box}
      disabled={isDisabled}
      aria-label={label}
      aria-busy={isBusy}
      {...invalid}
      // By place: keys are numbers and null as well.
      value={chosen}
      onChange={({ target }) => {
        const choice = choices[Number(target.value)]
        if (choice) onChange(choice[0])
      }}
    >
      {chosen < 0 && (
        <option value={-1} disabled>
          {placeholder}
        </option>
      )}
      {options(choices)}
    </select>
  )
}

function options<Key>(choices: readonly SelectOption<Key>[]): readonly ReactNode[] {
  const parts: { readonly heading: string | undefined; readonly drawn: ReactNode[] }[] = []
  choices.forEach(([, words, heading], at) => {
    let part = parts[parts.length - 1]
    if (!part || part.heading !== heading) {
      part = { heading, drawn: [] }
      parts.push(part)
    }
    part.drawn.push(
      <option key={at} value={at}>
        {words}
      </option>,
    )
  })
  return parts.map(({ heading, drawn }) =>
    heading === undefined ? (
      drawn
    ) : (
      <optgroup key={heading} label={heading}>
        {drawn}
      </optgroup>
    ),
  )
}
