import type { ReactNode } from "react"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { Emblem } from "../../ui/navigation/emblem.tsx"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import css from "./qrcode.module.css"

/** Made for a phone held in one hand: what it is about above, what to press below. */
export function QrcodeFrame({ children }: { readonly children: ReactNode }) {
  const { brand } = useSiteConfig()
  return (
    <div className={css.page}>
      <header className={css.brand}>
        <Emblem sizePx={28} />
        {brand.name}
      </header>
      <main className={css.sheet}>{children}</main>
    </div>
  )
}

interface QrcodeResultProps {
  readonly icon: IconName
  readonly tone: "done" | "plain" | "caution" | "danger"
  readonly title: string
  readonly words: ReactNode
  readonly actions?: ReactNode
}

/** How it ended, or why it can't go on. */
export function QrcodeResult({ icon, tone, title, words, actions }: QrcodeResultProps) {
  return (
    <>
      <div className={css.result} role="status">
        <span className={css.sign} data-tone={tone}>
          <Icon name={icon} sizePx={40} />
        </span>
        <h1>{title}</h1>
        <p>{words}</p>
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </>
  )
}
