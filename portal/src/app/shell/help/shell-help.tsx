import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { useMedia } from "../../../ui/layout/use-media.ts"
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

/** For who has no keyboard: what to tap. */
const taps: readonly { readonly where: string; readonly does: string }[] = [
  { where: "找功能", does: "点左上角的菜单图标；或点右上角的搜索，输入名称、拼音或首字母。" },
  { where: "返回", does: "用手机的返回键或返回手势：先关闭最上面的窗口，再回到上一页。" },
  { where: "看预警", does: "新的预警在屏幕下方显示一行，点开可查看和处理；全部预警在“预警处置”中。" },
  { where: "找人", does: "在搜索中输入姓名、拼音或手机号后几位，可以直接拨打电话。" },
  { where: "筛选列表", does: "点列表上方的“筛选”；点任意一行查看详情。" },
  { where: "消息", does: "点右上角的铃铛，查看通知和提醒。" },
]

/** As a browser tells that there is no mouse, and so most likely no keyboard. */
const touchOnly = "(hover: none) and (pointer: coarse)"

/** DAY-15: what can be done with keys, or by taps where there are none, and where more help is. */
export const ShellHelp = closesWhenBroken(function ShellHelp({ onClose }: { readonly onClose: () => void }) {
  useCloseOnBack(onClose)
  const isTouched = useMedia(touchOnly)
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
        {isTouched &&
          taps.map(({ where, does }) => (
            <Stack key={where} as="section" gap={4}>
              <Text as="h3" size={14} weight={600}>
                {where}
              </Text>
              <Text as="p" size={14}>
                {does}
              </Text>
            </Stack>
          ))}
        {(isTouched ? [] : shortcuts).map(({ where, keys }) => (
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
