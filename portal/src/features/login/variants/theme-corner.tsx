import { lazy, Suspense, type ReactNode } from "react"
import { loadChunk } from "../../../platform/http/load-chunk.ts"
import { usePainted } from "../../../ui/theme/use-painted.ts"
import css from "../login.module.css"

/** Nobody came for it: without it the page is as it would be anyway. */
const LateSwitch = lazy<() => ReactNode>(() =>
  loadChunk(() => import("./late-theme-switch.tsx")).catch(() => ({ default: () => null })),
)

/** Where the theme is chosen; it comes after the form, and its place is kept. */
export function ThemeCorner() {
  const isPainted = usePainted()
  return (
    <div className={css.switch}>
      {isPainted && (
        <Suspense>
          <LateSwitch />
        </Suspense>
      )}
    </div>
  )
}
