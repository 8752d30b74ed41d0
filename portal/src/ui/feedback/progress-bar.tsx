import css from "./progress-bar.module.css"

/** ROUTE-7: how far a navigation is can't be known, so the bar nears its end without reaching it. */
export function ProgressBar({ isRunning }: { readonly isRunning: boolean }) {
  if (!isRunning) return null
  return (
    <div className={css.track} role="progressbar" aria-label="页面加载中">
      <div className={css.bar} />
    </div>
  )
}
