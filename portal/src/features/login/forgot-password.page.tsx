import type { OfferedAccount } from "@uc/contract/core/reply"
import { resetCalls, resetMessages } from "@uc/contract/login/reset-calls"
import { useState } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { send } from "../../platform/http/send.ts"
import { passwordMd5 } from "../../platform/session/sign-in.ts"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { IconMark } from "../../ui/marks/icon-mark.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { NewPasswordFields } from "./new-password-fields.tsx"
import { PhoneCodeForm } from "./phone-code-form.tsx"
import { VariantFrame } from "./variants/variant-frame.tsx"
import frame from "./variants/frame.module.css"

type Step =
  | { readonly at: "phone"; readonly why: string | null }
  | { readonly at: "accounts"; readonly accounts: readonly OfferedAccount[] }
  | { readonly at: "password"; readonly account: OfferedAccount }
  | { readonly at: "done"; readonly usercode: string }

/** DAY-15: phone, code, which account, new password. Where nothing can be sent it says whom to ask. */
export function Component() {
  const { hasSms } = useSiteConfig()
  return (
    <VariantFrame>
      <main className={frame.middle}>
        <div className={frame.card}>
          <Stack gap={12}>
            <Text as="h1" size={22}>
              {resetMessages.title}
            </Text>
            {hasSms ? (
              <Steps />
            ) : (
              <Text as="p" tone="soft">
                本系统尚未接入短信服务，请联系本单位管理员重置密码。
              </Text>
            )}
            <Link to="/newLogin" replace className={buttonClass({ look: "text" })}>
              返回登录
            </Link>
          </Stack>
        </div>
      </main>
    </VariantFrame>
  )
}

const words = { busy: "正在重置…", idle: "重置密码" }

function Steps() {
  const [step, setStep] = useState<Step>({ at: "phone", why: null })

  async function check(phone: string, vcode: string) {
    const { accounts } = await send(resetCalls.checkCode, { phone, vcode })
    const [first] = accounts
    if (first && accounts.length === 1) setStep({ at: "password", account: first })
    else setStep({ at: "accounts", accounts })
  }

  switch (step.at) {
    case "phone":
      return (
        <>
          <Text as="p" tone="soft">
            {step.why ?? "输入账号登记的手机号，用短信验证码设置新密码。"}
          </Text>
          <PhoneCodeForm
            words={{ busy: "正在验证…", idle: "下一步" }}
            send={(input) => send(resetCalls.sendCode, input)}
            submit={check}
          />
        </>
      )
    case "accounts":
      return (
        <>
          <Text as="p" tone="soft">
            {resetMessages.whichAccount}
          </Text>
          <Stack as="ul" gap={12} padY={12} aria-label="账号">
            {step.accounts.map((account) => (
              <Stack as="li" key={account.ticket}>
                <Button onClick={() => setStep({ at: "password", account })}>
                  {account.orgname} {account.nickname}（{account.account}）
                </Button>
              </Stack>
            ))}
          </Stack>
        </>
      )
    case "password":
      return (
        <>
          <Text as="p" tone="soft">
            为账号 {step.account.account}（{step.account.orgname}）设置新密码，其他设备会退出登录。
          </Text>
          <NewPasswordFields
            account={step.account.account}
            isShown
            words={words}
            save={async (password) => {
              const given = { ticket: step.account.ticket, password: passwordMd5(password) }
              const { usercode } = await send(resetCalls.setPassword, given)
              setStep({ at: "done", usercode })
            }}
            isElsewhere={(why) => {
              if (why !== resetMessages.ticketOver) return false
              setStep({ at: "phone", why })
              return true
            }}
          />
        </>
      )
    case "done":
      return (
        <Stack gap={12} centred role="status">
          <IconMark icon="done" sizePx={64} tone="done" isRound />
          <Text as="h2" size={18}>
            {resetMessages.done}
          </Text>
          <Text as="p" tone="soft" centred>
            请用账号 {step.usercode} 和新密码登录。
          </Text>
        </Stack>
      )
  }
}
