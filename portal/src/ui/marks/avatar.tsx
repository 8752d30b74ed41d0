import { useState } from "react"
import { classes } from "../theme/classes.ts"
import css from "./avatar.module.css"

interface AvatarProps {
  readonly name: string
  /** Only of this site: a picture of another site would reveal who looks at whom. */
  readonly picture: string | null
  readonly sizePx: number
  readonly className?: string | undefined
}

/** Somebody's picture, or the last character of their name. The name itself stands beside it. */
export function Avatar({ name, picture, sizePx, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const isOwn = picture !== null && /^\/(?![/\\])/.test(picture)
  return (
    <span
      className={classes(css.avatar, className)}
      style={{ width: sizePx, height: sizePx, fontSize: Math.round(sizePx * 0.45) }}
      aria-hidden="true"
    >
      {isOwn && picture !== broken ? (
        <img
          src={picture}
          alt=""
          width={sizePx}
          height={sizePx}
          draggable={false}
          onError={() => setBroken(picture)}
        />
      ) : (
        Array.from(name).at(-1)
      )}
    </span>
  )
}
