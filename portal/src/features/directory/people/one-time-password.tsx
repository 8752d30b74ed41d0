import { useRef, useState } from "react"
import { copyText } from "../../../platform/browser/clipboard.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import css from "./person.module.css"

export interface GivenPassword {
  readonly nickname: string
  readonly account: string
  readonly password: string
  readonly until: string
}

interface OneTimePasswordProps {
  readonly given: GivenPassword
  readonly isNew?: boolean
  readonly onClose: () => void
}

/** The server has told it this once; a slip beside the dialog does not lose it. */
export const OneTimePassword = closesWhenBroken(function OneTimePassword({
  given,
  isNew = false,
  onClose,
}: OneTimePasswordProps) {
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLDListElement>(null)
  const { nickname, account, password, until } = given
  async function copy() {
    setCopied(await copyText(`账号：${account}\n一次性密码：${password}`, shown.current))
  }
  return (
    <Modal label="一次性密码" place="middle" className={css.secretDialog} staysBeside onClose={onClose}>
      <h2>{isNew ? `“${nickname}”已新增` : `“${nickname}”的密码已重置`}</h2>
      <p>
        一次性密码只显示这一次，请当面或电话告知本人。{until.slice(0, 16)}
        前有效，首次登录时必须设置新密码。
      </p>
      <dl ref={shown} className={css.secret}>
        <dt>账号</dt>
        <dd>
          <code>{account}</code>
        </dd>
        <dt>一次性密码</dt>
        <dd>
          <code>{password}</code>
        </dd>
      </dl>
      <div className={css.secretActs}>
        <Button onClick={() => void copy()}>{isCopied ? "已复制" : "复制"}</Button>
        <Button look="primary" onClick={onClose}>
          我已记下
        </Button>
      </div>
    </Modal>
  )
})
