import type { AlarmSource } from "@uc/contract/alarm-sources/calls"
import { useRef, useState } from "react"
import { copyText } from "../../platform/browser/clipboard.ts"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./alarm-sources.module.css"

interface SourceSecretProps {
  readonly source: AlarmSource
  readonly secret: string
  readonly onClose: () => void
}

/** Shown this once; a click beside the dialog does not close it. */
export const SourceSecret = closesWhenBroken(function SourceSecret({
  source: { name, key },
  secret,
  onClose,
}: SourceSecretProps) {
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLDivElement>(null)
  async function copy() {
    setCopied(await copyText(`标识：${key}\n密钥：${secret}`, shown.current))
  }
  return (
    <Modal label="来源密钥" place="middle" staysBeside onClose={onClose}>
      <Stack gap={12} pad={24}>
        <Text as="h2" size={16}>
          “{name}”的密钥
        </Text>
        <Text as="p" tone="soft">
          密钥只显示这一次，请立即交给上报系统的维护人员并妥善保管。
        </Text>
        <div ref={shown} className={css.secret}>
          <Facts>
            <Fact label="标识">
              <code>{key}</code>
            </Fact>
            <Fact label="密钥">
              <code>{secret}</code>
            </Fact>
          </Facts>
        </div>
        <Row gap={8} justify="end" onPhone="share">
          <Button onClick={() => void copy()}>{isCopied ? "已复制" : "复制"}</Button>
          <Button look="primary" onClick={onClose}>
            我已保存
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
})
