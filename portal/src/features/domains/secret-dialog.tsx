import { useRef, useState } from "react"
import { copyText } from "../../platform/browser/clipboard.ts"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import css from "./domains.module.css"

interface SecretDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** The server has told it this once; a slip beside the dialog does not lose it. */
export const SecretDialog = closesWhenBroken(function SecretDialog({
  name,
  secret,
  onClose,
}: SecretDialogProps) {
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLElement>(null)
  async function copy() {
    setCopied(await copyText(secret, shown.current))
  }
  return (
    <Modal label="票据密钥" place="middle" className={css.dialog} staysBeside onClose={onClose}>
      <h2>“{name}”的票据密钥</h2>
      <p>
        该网站的服务器凭此密钥向门户核对一次性票据。密钥只显示这一次，请立即交给网站的维护人员并妥善保管。
      </p>
      <code ref={shown} className={css.secret}>
        {secret}
      </code>
      <div className={css.actions}>
        <Button onClick={() => void copy()}>{isCopied ? "已复制" : "复制密钥"}</Button>
        <Button look="primary" onClick={onClose}>
          我已保存
        </Button>
      </div>
    </Modal>
  )
})
