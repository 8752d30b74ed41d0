import { classes } from "../../ui/theme/classes.ts"
import css from "./alarm-level.module.css"

/** The class that gives a row or a head its stripe; a level that nobody has drawn looks like the lowest. */
export function levelClass(level: number): string {
  return classes(css.striped, css[`level${level}`] ?? css.level4)
}

/** The word says it; colour and weight only underline it. */
export function AlarmLevel({ level, name }: { readonly level: number; readonly name: string }) {
  return <span className={classes(css.word, css[`level${level}`] ?? css.level4)}>{name}</span>
}
