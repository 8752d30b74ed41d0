import type { ReactNode } from "react"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { Emblem } from "../../ui/navigation/emblem.tsx"
import { IconMark } from "../../ui/marks/icon-mark.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import type { IconName } from "../../ui/navigation/icon.tsx"
import css from "./qrcode.module.css"

/** For a phone in one hand: the content above, the buttons below. */
export function QrcodeFrame({ children }: { readonly children: ReactNode }) {
  const { brand } = useSiteConfig()
  return (
    <div className={css.page}>
      <Row as="header" gap={10} size={16} weight={600} className={css.brand}>
        <Emblem sizePx={28} />
        {brand.name}
      </Row>
      <main className={css.sheet}>{children}</main>
    </div>
  )
}

interface QrcodeResultProps {
  readonly icon: IconName
  readonly tone: "done" | "soft" | "caution" | "danger"
  readonly title: string
  readonly words: ReactNode
  readonly actions?: ReactNode
}

/** How it ended, or why it can't go on. */
export function QrcodeResult({ icon, tone, title, words, actions }: QrcodeResultProps) {
  return (
    <>
      <Stack grow gap={12} centred className={css.result} role="status">
        <IconMark icon={icon} sizePx={80} tone={tone} isRound />
        <Text as="h1" size={22}>
          {title}
        </Text>
        <Text as="p" size={15} tone="soft">
          {words}
        </Text>
      </Stack>
      {actions && <Stack gap={12}>{actions}</Stack>}
    </>
  )
}
