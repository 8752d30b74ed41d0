import type { ButtonHTMLAttributes, Ref } from "react"
import { classes } from "../theme/classes.ts"
import css from "./button.module.css"

export interface ButtonLooks {
  /** `quiet`: an icon alone. `text`: looks like a link. */
  readonly look?: "plain" | "primary" | "danger" | "quiet" | "text"
  readonly size?: "normal" | "large"
}

/** For links that look like buttons: the same classes, another element. */
export function buttonClass({ look = "plain", size = "normal" }: ButtonLooks = {}): string {
  return classes(css.button, look !== "plain" && css[look], size === "large" && css.large)
}

type ButtonProps = ButtonLooks &
  ButtonHTMLAttributes<HTMLButtonElement> & { readonly ref?: Ref<HTMLButtonElement> }

export function Button({ look, size, className, type = "button", ...rest }: ButtonProps) {
  const looks = { ...(look && { look }), ...(size && { size }) }
  return <button {...rest} type={type} className={classes(buttonClass(looks), className)} />
}
