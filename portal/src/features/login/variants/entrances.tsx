import { loginVariants, type LoginVariant } from "@uc/contract/login/login-variants"
import { useLocation } from "react-router"
import { Link } from "../../../ui/navigation/link.tsx"
import { useSiteConfig } from "../../../platform/browser/use-site-config.ts"
import { variants } from "./variants.ts"
import { returnSearch } from "../go-back-after-sign-in.ts"
import css from "../steps/panel.module.css"

const names = Object.keys(loginVariants) as LoginVariant[]

/** The other ways in. */
export function Entrances({ variant }: { readonly variant: LoginVariant }) {
  const { isDemo, hasSms } = useSiteConfig()
  const search = returnSearch(useLocation().search)
  const others = names.filter((name) => {
    const { isDemoOnly, secondFactor } = loginVariants[name]
    return name !== variant && (isDemo || !isDemoOnly) && (hasSms || secondFactor !== "always")
  })
  return (
    <nav className={css.entrances} aria-label="其他登录入口">
      {others.map((name) => (
        <Link key={name} to={{ pathname: `/${name}`, search }}>
          {variants[name].name}
        </Link>
      ))}
    </nav>
  )
}
