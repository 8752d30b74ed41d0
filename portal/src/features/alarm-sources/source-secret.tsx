import type { AlarmSource } from "@uc/contract/alarm-sources/calls"
import { useRef, useState } from "react"
import { copyText } from "../../platform/browser/clipboard.ts"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import css from "./alarm-sources.module.css"

interface SourceSecretProps {
  readonly source: AlarmSource
  readonly secret: string
  readonly onClose: () => void
}

/** The server has told it this once; a slip beside the dialog does not lose it. */
export const SourceSecret = closesWhenBroken(function SourceSecret({
  source: { name, key },
  secret,
  onClose,
}: SourceSecretProps) {
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLDListElement>(null)
  async function copy() {
    setCopied(await copyText(`标识：${key}\n密钥：${secret}`, shown.current))
  }
  return (
    <Modal label="来源密钥" place="middle" className={css.dialog} staysBeside onClose={onClose}>
      <h2>“{name}”的密钥</h2>
      <p>密钥只显示这一次，请立即交给上报系统的维护人员并妥善保管。</p>
      <dl ref={shown} className={css.secret}>
        <dt>标识</dt>
        <dd>
          <code>{key}</code>
        </dd>
        <dt>密钥</dt>
        <dd>
          <code>{secret}</code>
        </dd>
      </dl>
      <div className={css.confirm}>
        <Button onClick={() => void copy()}>{isCopied ? "已复制" : "复制"}</Button>
        <Button look="primary" onClick={onClose}>
          我已保存
        </Button>
      </div>
    </Modal>
  )
})
