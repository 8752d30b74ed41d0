import { loginFaces, type LoginFace } from "@uc/contract/login-faces"
import { Link } from "react-router"
import { useSiteConfig } from "../../platform/site-config.ts"
import { faces } from "./faces.ts"
import css from "./panel.module.css"

const names = Object.keys(loginFaces) as LoginFace[]

/** The other ways in. */
export function Entrances({ face }: { readonly face: LoginFace }) {
  const { isDemo } = useSiteConfig()
  const others = names.filter((name) => name !== face && (isDemo || !loginFaces[name].isDemoOnly))
  return (
    <nav className={css.entrances} aria-label="其他登录入口">
      {others.map((name) => (
        <Link key={name} to={`/${name}`}>
          {faces[name].name}
        </Link>
      ))}
    </nav>
  )
}
