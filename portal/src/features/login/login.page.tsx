import { lazy, Suspense, type ReactNode } from "react"
import { useSiteConfig } from "../../platform/use-site-config.ts"
import { loadChunk } from "../../platform/load-chunk.ts"
import { Emblem } from "../../ui/emblem.tsx"
import { ThemeSwitch } from "../../ui/theme-switch.tsx"
import { usePainted } from "../../ui/use-painted.ts"
import { LoginPanel } from "./login-panel.tsx"
import { useLogin } from "./use-login.ts"
import css from "./login.module.css"

/** Without it there is still the form. */
const LoginSide = lazy<() => ReactNode>(() =>
  loadChunk(() => import("./login-side.tsx")).catch(() => ({ default: () => <div className={css.room} /> })),
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
        <div className={css.pitch}>
          <h2>{brand.organisation || brand.name}</h2>
        </div>
        {isPainted ? (
          <Suspense fallback={<div className={css.room} />}>
            <LoginSide />
          </Suspense>
        ) : (
          <div className={css.room} />
        )}
      </section>
      <main className={css["form-side"]}>
        <div className={css.corner}>
          <ThemeSwitch />
        </div>
        <div className={css.form}>
          <LoginPanel face="newLogin" engine={engine} />
        </div>
      </main>
    </div>
  )
}
