import css from "./tasks.module.css"

/** How far something is, with the words beside it: the bar alone says nothing to whoever can't see it. */
export function WorkBar({ percent, words }: { readonly percent: number; readonly words: string }) {
  return (
    <span className={css.bar}>
      <progress value={percent} max={100} aria-label="进度" />
      <span>{words}</span>
    </span>
  )
}
