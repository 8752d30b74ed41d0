import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { VariantFrame } from "./variants/variant-frame.tsx"
import { LoginPanel } from "./steps/login-panel.tsx"
import { useLogin } from "./use-login.ts"
import frame from "./variants/frame.module.css"
import css from "./admin-login.module.css"

const rules: readonly { readonly icon: IconName; readonly title: string; readonly words: string }[] = [
  { icon: "key", title: "两道验证", words: "密码之外，每次都要滑块和短信验证码" },
  { icon: "clock", title: "限时会话", words: "离开座位自动锁定，隔日须重新登录" },
  { icon: "page", title: "全程留痕", words: "登录与敏感操作记入安全日志" },
]

/** `adminLogin`: always dark, so that nobody takes it for the everyday login page. */
export function Component() {
  const engine = useLogin("adminLogin")
  return (
    <VariantFrame note="管理控制台" dark="page" className={css.page}>
      <main className={classes(frame.middle, css.middle)}>
        <div className={classes(frame.card, css.card)}>
          <LoginPanel variant="adminLogin" engine={engine} />
        </div>
        <Stack as="section" gap={32} className={css.side} aria-label="管理入口说明">
          <Text as="h2" size={24}>
            平台、区域与单位的
            <br />
            管理入口
          </Text>
          <Stack as="ul" gap={20}>
            {rules.map(({ icon, title, words }) => (
              <Row as="li" key={title} gap={12} align="start" tone="brand">
                <Icon name={icon} sizePx={20} />
                <Stack as="span">
                  <Text as="b" size={15} weight={600} tone="soft">
                    {title}
                  </Text>
                  <Text size={13} tone="faint">
                    {words}
                  </Text>
                </Stack>
              </Row>
            ))}
          </Stack>
        </Stack>
      </main>
    </VariantFrame>
  )
}
