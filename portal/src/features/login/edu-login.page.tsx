import { classes } from "../../ui/theme/classes.ts"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { VariantFrame } from "./variants/variant-frame.tsx"
import { LoginPanel } from "./steps/login-panel.tsx"
import { secondOf } from "./steps/login-state.ts"
import { useLogin } from "./use-login.ts"
import frame from "./variants/frame.module.css"
import css from "./edu-login.module.css"

const steps: readonly { readonly icon: IconName; readonly title: string; readonly words: string }[] = [
  { icon: "lock", title: "核对账号和密码", words: "使用本局分配的工作账号" },
  { icon: "message", title: "短信验证码", words: "发送到登记的手机，限时有效" },
  { icon: "building", title: "进入工作台", words: "查看辖区学校的任务、预警与考核" },
]

/** The building of a bureau, drawn in lines. */
function Bureau() {
  return (
    <svg
      className={css.bureau}
      viewBox="0 0 320 120"
      fill="none"
      stroke="var(--brand)"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeOpacity={0.45}
      strokeWidth={2}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M8 112h304M28 112V62h264v50M20 62 160 12l140 50zM160 12V2h20l-5 4 5 4h-20" />
      <path d="M28 72h264M56 112V72M84 112V72M112 112V72M208 112V72M236 112V72M264 112V72M142 112V88a18 18 0 0 1 36 0v24" />
      <circle cx="160" cy="42" r="11" />
    </svg>
  )
}

/** `eduLogin`: for bureaus, in two steps; the card shows which one. */
export function Component() {
  const engine = useLogin("eduLogin")
  const at = engine.login.step.at === "done" ? 2 : secondOf(engine.login) ? 1 : 0
  return (
    <VariantFrame
      note="教育局工作人员专用入口"
      dark="header"
      behind={<div className={classes(frame.behind, css.band)} />}
    >
      <main className={classes(frame.middle, css.middle)}>
        <div className={classes(frame.card, css.card)}>
          <Stack as="section" className={css.side} aria-label="登录步骤">
            <Stack as="ol" gap={32} className={css.steps}>
              {steps.map(({ icon, title, words }, index) => (
                <Row
                  as="li"
                  key={title}
                  gap={12}
                  align="start"
                  {...(index !== at && { tone: "faint" as const })}
                  className={css.step}
                  aria-current={index === at ? "step" : undefined}
                >
                  <Row
                    as="span"
                    justify="center"
                    rigid
                    className={classes(css.mark, index === at && css.now, index < at && css.past)}
                  >
                    <Icon name={index < at ? "check" : icon} />
                  </Row>
                  <Stack as="span">
                    <Text as="b" size={14} weight={index === at ? 600 : 500}>
                      {title}
                    </Text>
                    <Text as="small" size={13} tone="faint">
                      {words}
                    </Text>
                  </Stack>
                </Row>
              ))}
            </Stack>
            <Bureau />
          </Stack>
          <div className={css.form}>
            <LoginPanel variant="eduLogin" engine={engine} />
          </div>
        </div>
      </main>
    </VariantFrame>
  )
}
