import { copyText } from "../../../platform/browser/clipboard.ts"
import { ToldOnce } from "../../../ui/overlays/told-once.tsx"

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

export function OneTimePassword({ given, isNew = false, onClose }: OneTimePasswordProps) {
  const { nickname, account, password, until } = given
  return (
    <ToldOnce
      label="一次性密码"
      title={isNew ? `“${nickname}”已新增` : `“${nickname}”的密码已重置`}
      words={`一次性密码只显示这一次，请当面或电话告知本人。${until.slice(0, 16)} 前有效，首次登录时必须设置新密码。`}
      told={[
        ["账号", account],
        ["一次性密码", password],
      ]}
      copy="复制"
      onCopy={(shown) => copyText(`账号：${account}\n一次性密码：${password}`, shown)}
      confirm="我已记下"
      onClose={onClose}
    />
  )
}
