import type { InputHTMLAttributes } from "react"
import { classes } from "../../theme/classes.ts"
import css from "./check-mark.module.css"

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  readonly tone?: "danger"
}

/** The browser's own element with our drawing: keys, forms and screen readers come with it. */
export function Checkbox({ tone, className, ...input }: CheckboxProps) {
  return <input {...input} type="checkbox" className={classes(css.checkbox, tone && css[tone], className)} />
}
