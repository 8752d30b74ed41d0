import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from "react"
import { classes } from "../theme/classes.ts"
import { Icon, type IconName } from "../navigation/icon.tsx"
import css from "./text-field.module.css"

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly icon: IconName
  readonly error?: string | undefined
  /** A hint that is no error. */
  readonly caution?: string | undefined
  /** A success. */
  readonly told?: string | undefined
  readonly trailing?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/** The line below is always there, so that an error moves nothing. */
export function TextField({ label, icon, error, caution, told, trailing, ...input }: TextFieldProps) {
  const id = useId()
  const said = error ?? caution ?? told
  const [look, sign] = error
    ? ([css.error, "danger"] as const)
    : caution
      ? ([css.hint, "caps"] as const)
      : ([css.told, "done"] as const)
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes(css.box, error && css.wrong)}>
        <Icon name={icon} />
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={said ? `${id}-below` : undefined}
        />
        {trailing}
      </div>
      <div id={`${id}-below`} className={classes(css.below, look)} role="status">
        {said && <Icon name={sign} sizePx={15} />}
        {said}
      </div>
    </div>
  )
}
