import { portalBase } from "@uc/contract/core/site-defaults"
import { screenAdminLimits, type ListedScreen } from "@uc/contract/screens/admin-calls"
import { codeParameter, shownCode } from "@uc/contract/screens/calls"
import { copyText } from "../../platform/browser/clipboard.ts"
import { ToldOnce } from "../../ui/overlays/told-once.tsx"

export interface GivenCode {
  readonly screen: ListedScreen
  readonly code: string
}

/** The secret stands after the `#`: it is in no log on the way. */
function linkWith(code: string): string {
  return `${window.location.origin}${portalBase}#/main/screen?${codeParameter}=${code}`
}

interface ScreenCodeProps {
  readonly given: GivenCode
  readonly onClose: () => void
}

export function ScreenCode({ given: { screen, code }, onClose }: ScreenCodeProps) {
  const shown = shownCode(code)
  const link = linkWith(code)
  return (
    <ToldOnce
      label="配对码"
      title={`“${screen.name}”的配对码`}
      words={`在大屏的浏览器中打开链接，或打开本系统的“大屏”并输入配对码。配对码 ${screenAdminLimits.codeMinutes} 分钟内有效，只能使用一次，关闭后不再显示。`}
      told={[
        ["配对码", shown],
        ["链接", link],
      ]}
      copy="复制"
      onCopy={(element) => copyText(`配对码：${shown}\n${link}`, element)}
      confirm="完成"
      onClose={onClose}
    />
  )
}
