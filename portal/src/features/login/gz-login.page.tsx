import { nowMs } from "../../platform/clock.ts"
import { useSiteConfig } from "../../platform/site-config.ts"
import { FaceHeader } from "./face-header.tsx"
import { LazyPart } from "./lazy-part.tsx"
import { LoginPanel } from "./login-panel.tsx"
import { Scene } from "./scene.tsx"
import { useLogin } from "./use-login.ts"
import css from "./gz-login.module.css"

const loadNews = () => import("./region-news.tsx")
const none = {}

const today = new Intl.DateTimeFormat("zh-CN", { dateStyle: "full", timeZone: "Asia/Shanghai" })

/** `gzLogin`: the portal of a region; what is new and where else to go, beside the form. */
export function Component() {
  const { brand } = useSiteConfig()
  const engine = useLogin("gzLogin")
  return (
    <div className={css.page}>
      <div className={css.hero} data-ground="dark">
        <FaceHeader note={today.format(nowMs())} />
        <div className={css.scene}>
          <Scene />
        </div>
        <div className={css.pitch}>
          <p className={css.name}>{brand.organisation || brand.name}</p>
          <p>区域教育公共服务，学校、教育局、企业在这里协同</p>
        </div>
      </div>
      <main className={css.body}>
        <div className={css.form}>
          <LoginPanel face="gzLogin" engine={engine} />
        </div>
        <div className={css.news}>
          <LazyPart load={loadNews} with={none} />
        </div>
      </main>
    </div>
  )
}
