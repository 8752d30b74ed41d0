import type { ReactNode } from "react"
import { useSiteConfig } from "../../../platform/browser/use-site-config.ts"
import { Emblem } from "../../../ui/navigation/emblem.tsx"
import { ThemeSwitch } from "../../../ui/theme/theme-switch.tsx"
import css from "./variant-header.module.css"

/** The line on top of the faces that are no halves: whose site it is, and for whom this way in is. */
export function VariantHeader({ note }: { readonly note?: ReactNode }) {
  const { brand } = useSiteConfig()
  return (
    <header className={css.header}>
      <div className={css.brand}>
        <Emblem sizePx={34} />
        <span>
          <b>{brand.name}</b>
          {brand.organisation && <small>{brand.organisation}</small>}
        </span>
      </div>
      {note && <p className={css.note}>{note}</p>}
      <ThemeSwitch />
    </header>
  )
}
