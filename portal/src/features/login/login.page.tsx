import { lazy, Suspense, type ReactNode } from "react"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { Emblem } from "../../ui/navigation/emblem.tsx"
import { usePainted } from "../../ui/theme/use-painted.ts"
import { ThemeCorner } from "./variants/theme-corner.tsx"
import { LoginPanel } from "./steps/login-panel.tsx"
import { useLogin } from "./use-login.ts"
import css from "./login.module.css"

/** Without it the form still works. */
const LoginSide = lazy<() => ReactNode>(() =>
  loadChunk(() => import("./variants/login-side.tsx")).catch(() => ({
    default: () => <div className={css.room} />,
  })),
)

/** `newLogin`: two halves, a scene of what the site is for and a narrow form. */
export function Component() {
  const { brand } = useSiteConfig()
  const engine = useLogin("newLogin")
  const isPainted = usePainted()
  return (
    <div className={css.page}>
      <section className={css.side} aria-label="平台介绍">
        <div className={css.brand}>
          <Emblem sizePx={36} />
          {brand.name}
        </div>
        <h2>{brand.organisation || brand.name}</h2>
        {isPainted ? (
          <Suspense fallback={<div className={css.room} />}>
            <LoginSide />
          </Suspense>
        ) : (
          <div className={css.room} />
        )}
      </section>
      <main className={css.form}>
        <div className={css.corner}>
          <ThemeCorner />
        </div>
        <LoginPanel variant="newLogin" engine={engine} />
      </main>
    </div>
  )
}
