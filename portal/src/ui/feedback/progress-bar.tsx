import css from "./progress-bar.module.css"

/**
 * ROUTE-7: how far a navigation is can't be known, so the bar nears its end without reaching it.
 * The live region stands outside every landmark of the page: it is announced where it is.
 */
export function ProgressBar({ isRunning }: { readonly isRunning: boolean }) {
  return (
    <div aria-live="polite">
      {isRunning && (
        <div className={css.track} role="progressbar" aria-label="页面加载中">
          <div className={css.bar} />
        </div>
      )}
    </div>
  )
}
