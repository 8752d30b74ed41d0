import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { useCloseOnBack } from "../../routing/close-on-back.ts"

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

interface Shortcut {
  readonly keys: readonly string[]
  readonly does: string
}

/** DAY-15: those that there are, by where they work. */
const shortcuts: readonly { readonly where: string; readonly keys: readonly Shortcut[] }[] = [
  {
    where: "任何页面",
    keys: [
      { keys: [isApple ? "⌘" : "Ctrl", "K"], does: "搜索菜单、页面和人员" },
      { keys: ["?"], does: "打开本帮助" },
      { keys: ["Tab"], does: "在按钮和输入框之间移动，首次按下可直接跳到正文" },
      { keys: ["Esc"], does: "关闭当前窗口或下拉菜单" },
    ],
  },
  {
    where: "菜单、下拉框和搜索结果",
    keys: [
      { keys: ["↑", "↓"], does: "上一项、下一项" },
      { keys: ["Enter"], does: "打开或选中" },
    ],
  },
  {
    where: "部门、区域等树形列表",
    keys: [
      { keys: ["→", "←"], does: "展开、收起" },
      { keys: ["↑", "↓"], does: "上一行、下一行" },
    ],
  },
  {
    where: "滑块验证",
    keys: [
      { keys: ["→", "←"], does: "移动滑块，按住 Shift 移动更快" },
      { keys: ["Enter"], does: "松开滑块" },
    ],
  },
]

/** DAY-15: what can be done with keys, and where more help is. */
export const ShellHelp = closesWhenBroken(function ShellHelp({ onClose }: { readonly onClose: () => void }) {
  useCloseOnBack(onClose)
  return (
    <Modal label="帮助" place="middle" onClose={onClose}>
      <Stack gap={16} pad={24}>
        <Row gap={8}>
          <Text as="h2" grow size={18}>
            帮助
          </Text>
          <Button look="quiet" aria-label="关闭" onClick={onClose}>
            <Icon name="close" />
          </Button>
        </Row>
        <Text as="p" tone="soft">
          找不到功能时，可按名称、拼音或首字母搜索；仍有问题请联系本单位管理员。
        </Text>
        {shortcuts.map(({ where, keys }) => (
          <Stack key={where} as="section" gap={6}>
            <Text as="h3" size={14} weight={600}>
              {where}
            </Text>
            {keys.map(({ keys: pressed, does }) => (
              <Row as="p" key={does} gap={8} size={13}>
                <Text grow>{does}</Text>
                <Row as="span" rigid gap={4}>
                  {pressed.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </Row>
              </Row>
            ))}
          </Stack>
        ))}
      </Stack>
    </Modal>
  )
})
