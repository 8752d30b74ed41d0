import { Progress } from "../../../ui/layout/progress.tsx"
import css from "../tasks.module.css"

/** How far something is, with the words beside it: the bar alone says nothing to whoever can't see it. */
export function WorkBar({ percent, words }: { readonly percent: number; readonly words: string }) {
  return (
    <span className={css.bar}>
      <Progress label="进度" value={percent} max={100} size="thin" />
      <span>{words}</span>
    </span>
  )
}
