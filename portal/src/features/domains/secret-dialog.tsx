import { copyText } from "../../platform/browser/clipboard.ts"
import { ToldOnce } from "../../ui/overlays/told-once.tsx"

interface SecretDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  return (
    <ToldOnce
      label="票据密钥"
      title={`“${name}”的票据密钥`}
      words="该网站的服务器凭此密钥向门户核对一次性票据。密钥只显示这一次，请立即交给网站的维护人员并妥善保管。"
      told={[["密钥", secret]]}
      copy="复制密钥"
      onCopy={(shown) => copyText(secret, shown)}
      confirm="我已保存"
      onClose={onClose}
    />
  )
}
