import { demoAccounts, demoPassword } from "@uc/contract/demo/accounts"
import { loginMessages } from "@uc/contract/login/calls"
import { useEffect, useState } from "react"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { IconMark } from "../../ui/marks/icon-mark.tsx"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Entrances } from "./variants/entrances.tsx"
import { VariantFrame } from "./variants/variant-frame.tsx"
import { variants, type DemoAccount } from "./variants/variants.ts"
import { isBusy, secondOf } from "./steps/login-state.ts"
import { LoginSteps } from "./steps/login-steps.tsx"
import { Problem } from "./steps/submit-row.tsx"
import { prepare, useLogin, type LoginEngine } from "./use-login.ts"
import frame from "./variants/frame.module.css"
import css from "./demo-login.module.css"

/** What each of them finds inside. */
const roles: Readonly<Record<DemoAccount, { readonly icon: IconName; readonly finds: string }>> = {
  admin: { icon: "gear", finds: "全平台的机构、人员与授权域名" },
  bureau: { icon: "building", finds: "辖区学校的预警、考核与任务" },
  clerk: { icon: "task", finds: "本科室的待办、巡查与通知" },
  school: { icon: "school", finds: "本校的人员、隐患与应急演练" },
  teacher: { icon: "patrol", finds: "自己的巡查、任务与校园通知" },
  company: { icon: "folder", finds: "本企业的人员、检查与整改" },
  worker: { icon: "check", finds: "自己的任务与安全检查" },
}

/** `demoLogin`: one press per role. */
function Roles({ engine }: { readonly engine: LoginEngine }) {
  const { login, submit } = engine
  const [picked, setPicked] = useState<DemoAccount | null>(null)

  useEffect(() => prepare(login), [login])

  return (
    <>
      <div className={css.problem}>
        <Problem words={login.problems.form ?? login.problems.password} />
      </div>
      <Row as="ul" wrap justify="center" gap={16} className={css.roles}>
        {demoAccounts.map(({ account, who, organisation }) => {
          const isEntering = isBusy(login) && picked === account
          return (
            <li key={account}>
              <Stack
                as="button"
                type="button"
                gap={12}
                pad={20}
                surface="card"
                className={css.role}
                aria-busy={isEntering}
                onClick={() => {
                  setPicked(account)
                  submit({ account, password: demoPassword, isRemembered: null, picture: null })
                }}
              >
                <IconMark icon={roles[account].icon} sizePx={48} tone="brand">
                  {isEntering ? <Spinner sizePx={22} /> : undefined}
                </IconMark>
                <Stack as="span" grow>
                  <Text as="b" size={16} weight={600}>
                    {who}
                  </Text>
                  <Text tone="soft">{organisation}</Text>
                  <Text as="small" size={13} tone="faint">
                    {roles[account].finds}
                  </Text>
                </Stack>
                <Row as="span" gap={4} tone="brand" className={css.enter}>
                  <span>进入</span>
                  <Icon name="right" sizePx={16} />
                </Row>
              </Stack>
            </li>
          )
        })}
      </Row>
    </>
  )
}

export function Component() {
  const { isDemo } = useSiteConfig()
  const engine = useLogin("demoLogin")
  const words = variants.demoLogin
  const hasSecond = secondOf(engine.login) !== null
  if (!isDemo) {
    return (
      <VariantFrame className={css.page}>
        <main className={frame.middle}>
          <EmptyState art="lost" title={loginMessages.demoOnly} isPage />
          <Entrances variant="demoLogin" />
        </main>
      </VariantFrame>
    )
  }
  return (
    <VariantFrame note="演示环境" className={css.page}>
      <main className={frame.middle}>
        <div hidden={hasSecond}>
          <Text as="h1" size={28} centred>
            {words.title}
          </Text>
          <Text as="p" size={15} tone="soft" centred>
            {words.lead}
          </Text>
          <Roles engine={engine} />
          <Entrances variant="demoLogin" />
        </div>
        <div className={hasSecond ? frame.card : undefined}>
          <LoginSteps engine={engine} />
        </div>
      </main>
    </VariantFrame>
  )
}
