import { useMemo } from "react"
import { useLocation } from "react-router"
import { nowMs } from "../../platform/browser/clock.ts"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { VariantFrame } from "./variants/variant-frame.tsx"
import { LazyPart } from "./steps/lazy-part.tsx"
import { LoginPanel } from "./steps/login-panel.tsx"
import { useLogin } from "./use-login.ts"
import frame from "./variants/frame.module.css"
import css from "./gz-login.module.css"

const loadNews = () => loadChunk(() => import("./variants/region-news.tsx"))

const today = new Intl.DateTimeFormat("zh-CN", { dateStyle: "full", timeZone: "Asia/Shanghai" })

/** The region behind its name: hills, schools, offices, a bridge over the river. */
function Skyline() {
  return (
    <svg className={css.skyline} viewBox="0 0 1440 240" fill="#fff" aria-hidden="true" focusable="false">
      <path
        d="M-800 90c220-60 420-50 560 10 90-50 150-40 240 20 130-66 250-70 380-20s230 30 350-34 270-56 400 0 210 40 310-10c220-60 440-40 800 30v154H-800z"
        fillOpacity={0.06}
      />
      <path
        d="M-800 150c260-30 520-20 800 20 160-40 300-34 430-4s300 26 440-18 330-40 570 12c260-40 520-40 800-10v90H-800z"
        fillOpacity={0.06}
      />
      <g className={css.houses} fillOpacity={0.22} transform="translate(60)">
        <path d="M470 182v-44h46v-18l22-16 22 16v18h46v44zM538 104V82h18l-5 5 5 5h-13v12z" />
        <path d="M650 182v-66h30v66zM680 182V90h36v92zM716 182v-52h28v52z" />
        <path d="M776 182v-50h92v50zM766 132l56-32 56 32z" />
      </g>
      <path
        d="M484 150h8v9h-8zM500 150h8v9h-8zM568 150h8v9h-8zM584 150h8v9h-8zM532 182v-16a6 6 0 0 1 12 0v16zM658 126h6v8h-6zM668 126h6v8h-6zM658 144h6v8h-6zM668 144h6v8h-6zM688 102h6v8h-6zM702 102h6v8h-6zM688 120h6v8h-6zM702 120h6v8h-6zM688 138h6v8h-6zM702 138h6v8h-6zM724 140h6v8h-6zM734 140h6v8h-6zM790 144h7v38h-7zM806 144h7v38h-7zM831 144h7v38h-7zM847 144h7v38h-7z"
        className={css.houses}
        fill="#14418f"
        fillOpacity={0.4}
        transform="translate(60)"
      />
      <path d="M-800 182h3040v58H-800z" fill="#0c2c6e" fillOpacity={0.35} />
    </svg>
  )
}

/** `gzLogin`: the portal of a region, with news and links beside the form. */
export function Component() {
  const { brand, areaid } = useSiteConfig()
  const { search } = useLocation()
  // DISTRICT-15: the address may name the area, for a site whose regions have a page each.
  const area = new URLSearchParams(search).get("areaid") ?? areaid
  const asked = useMemo(
    () => ({ areaid: area !== null && /^\d{1,19}$/.test(area) ? area : undefined }),
    [area],
  )
  const engine = useLogin("gzLogin")
  return (
    <VariantFrame
      note={today.format(nowMs())}
      dark="header"
      behind={
        <div className={classes(frame.behind, css.hero)}>
          <Skyline />
        </div>
      }
    >
      <main className={css.body}>
        <Stack as="section" className={css.pitch} aria-label="门户介绍">
          <Text as="p" size={28} weight={600}>
            {brand.organisation || brand.name}
          </Text>
          <Text as="p" size={15}>
            区域教育公共服务，学校、教育局、企业在这里协同
          </Text>
        </Stack>
        <div className={classes(frame.card, css.form)}>
          <LoginPanel variant="gzLogin" engine={engine} />
        </div>
        <Stack gap={16}>
          <LazyPart load={loadNews} with={asked} />
        </Stack>
      </main>
    </VariantFrame>
  )
}
