import { classes } from "../theme/classes.ts"
import css from "./level-mark.module.css"

type Colour = "red" | "orange" | "yellow" | "blue"

/** For what is drawn in the level's colour: its class sets `--level` and `--level-ink`. */
export function levelClass(colour: Colour): string {
  return css[colour] ?? ""
}

/** For a row or a head with a stripe in the level's colour. */
export function levelStripe(colour: Colour): string {
  return classes(css.striped, css[colour])
}

/** The name of an alarm's level. The text says it; the colour only supports it. */
export function LevelMark({ colour, name }: { readonly colour: Colour; readonly name: string }) {
  return <span className={classes(css.mark, css[colour])}>{name}</span>
}
