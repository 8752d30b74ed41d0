import { useRef, useState, type ReactNode } from "react"
import { closesWhenBroken } from "../feedback/closes-when-broken.tsx"
import { Button } from "../forms/button.tsx"
import { Row } from "../primitives/row.tsx"
import { Stack } from "../primitives/stack.tsx"
import { Text } from "../primitives/text.tsx"
import { Modal } from "./modal.tsx"
import css from "./told-once.module.css"

interface ToldOnceProps {
  readonly label: string
  readonly title: string
  readonly words: ReactNode
  readonly told: readonly (readonly [label: string, value: string])[]
  readonly copy: string
  /** True: it was copied. */
  readonly onCopy: (shown: HTMLElement | null) => Promise<boolean>
  readonly confirm: string
  readonly onClose: () => void
}

/** Something that the server shows only once; a click beside the dialog does not close it. */
export const ToldOnce = closesWhenBroken(function ToldOnce({
  label,
  title,
  words,
  told,
  copy,
  onCopy,
  confirm,
  onClose,
}: ToldOnceProps) {
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLDListElement>(null)
  return (
    <Modal label={label} place="middle" className={css.dialog} staysBeside onClose={onClose}>
      <Stack gap={12} pad={24}>
        <Text as="h2" size={18}>
          {title}
        </Text>
        <p>{words}</p>
        <Stack as="dl" ref={shown} gap={8} padX={16} padY={12} surface="sunken">
          {told.map(([name, value]) => (
            <Row key={name} wrap columnGap={16}>
              <Text as="dt" tone="soft">
                {name}
              </Text>
              <Text as="dd" breaks>
                <Text as="code" size={16} className={css.value}>
                  {value}
                </Text>
              </Text>
            </Row>
          ))}
        </Stack>
        <Row gap={8} justify="end" onPhone="share">
          <Button onClick={async () => setCopied(await onCopy(shown.current))}>
            {isCopied ? "已复制" : copy}
          </Button>
          <Button look="primary" onClick={onClose}>
            {confirm}
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
})
