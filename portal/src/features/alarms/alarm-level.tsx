import { classes } from "../../ui/theme/classes.ts"
import css from "./alarm-level.module.css"

/** The class of a row's or head's stripe; an unknown level looks like the lowest. */
export function levelClass(level: number): string {
  return classes(css.striped, css[`level${level}`] ?? css.level4)
}

/** The text says it; colour and weight only support it. */
export function AlarmLevel({ level, name }: { readonly level: number; readonly name: string }) {
  return <span className={classes(css.word, css[`level${level}`] ?? css.level4)}>{name}</span>
}
