import { Spinner } from "./spinner.tsx"
import css from "./loading-overlay.module.css"

/** SHELL-7: the store behind it waits 300 ms; here it only shows. */
export function LoadingOverlay({
  isShown,
  words = "正在处理，请稍候…",
}: {
  readonly isShown: boolean
  readonly words?: string
}) {
  if (!isShown) return null
  return (
    <div className={css.overlay} role="status">
      <div className={css.card}>
        <Spinner />
        {words}
      </div>
    </div>
  )
}
