import type { InputHTMLAttributes } from "react"
import { classes } from "../../theme/classes.ts"
import css from "./check-mark.module.css"

/** The browser's own element with our drawing: arrows move within those of one `name`. */
export function Radio({ className, ...input }: Omit<InputHTMLAttributes<HTMLInputElement>, "type">) {
  return <input {...input} type="radio" className={classes(css.radio, className)} />
}
