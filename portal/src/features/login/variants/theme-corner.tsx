import { lazy, Suspense, type ReactNode } from "react"
import { loadChunk } from "../../../platform/http/load-chunk.ts"
import { usePainted } from "../../../ui/theme/use-painted.ts"
import css from "../login.module.css"

/** Without it the page works all the same. */
const LateSwitch = lazy<() => ReactNode>(() =>
  loadChunk(() => import("./late-theme-switch.tsx")).catch(() => ({ default: () => null })),
)

/** The choice of the theme; it is loaded after the form, and its space is reserved. */
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
