import { demoAccounts, demoPassword } from "@uc/contract/demo/accounts"
import { loginMessages } from "@uc/contract/login/calls"
import { useEffect, useState } from "react"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Entrances } from "./variants/entrances.tsx"
import { VariantHeader } from "./variants/variant-header.tsx"
import { variants, type DemoAccount } from "./variants/variants.ts"
import { isBusy, secondOf } from "./steps/login-state.ts"
import { LoginSteps } from "./steps/login-steps.tsx"
import { Problem } from "./steps/submit-row.tsx"
import { prepare, useLogin, type LoginEngine } from "./use-login.ts"
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
      <ul className={css.roles}>
        {demoAccounts.map(({ account, who, organisation }) => (
          <li key={account}>
            <button
              type="button"
              className={css.role}
              aria-busy={isBusy(login) && picked === account}
              onClick={() => {
                setPicked(account)
                submit({ account, password: demoPassword, picture: null })
              }}
            >
              <span className={css.sign}>
                {isBusy(login) && picked === account ? (
                  <Spinner sizePx={22} />
                ) : (
                  <Icon name={roles[account].icon} sizePx={22} />
                )}
              </span>
              <span className={css.words}>
                <b>{who}</b>
                <span>{organisation}</span>
                <small>{roles[account].finds}</small>
              </span>
              <span className={css.enter}>
                <span>进入</span>
                <Icon name="right" sizePx={16} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

export function Component() {
  const { isDemo } = useSiteConfig()
  const engine = useLogin("demoLogin")
  const words = variants.demoLogin
  if (!isDemo) {
    return (
      <div className={css.page}>
        <VariantHeader />
        <main className={css.middle}>
          <EmptyState art="lost" title={loginMessages.demoOnly} isPage />
          <Entrances face="demoLogin" />
        </main>
      </div>
    )
  }
  const hasSecond = secondOf(engine.login) !== null
  return (
    <div className={css.page}>
      <VariantHeader note="演示环境" />
      <main className={css.middle}>
        <div hidden={hasSecond}>
          <h1>{words.title}</h1>
          <p className={css.lead}>{words.lead}</p>
          <Roles engine={engine} />
          <Entrances face="demoLogin" />
        </div>
        <div className={hasSecond ? css.step : undefined}>
          <LoginSteps engine={engine} />
        </div>
      </main>
    </div>
  )
}
