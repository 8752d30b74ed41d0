import { activationMessages, activationParameter } from "@uc/contract/login/activation-calls"
import { useEffect, useEffectEvent, useState, type ReactNode } from "react"
import { useNavigate, useSearchParams } from "react-router"
import { Link } from "../../ui/navigation/link.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { IconMark } from "../../ui/marks/icon-mark.tsx"
import type { IconName } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { NewPasswordFields } from "./new-password-fields.tsx"
import { useActivation, type Activated } from "./use-activation.ts"
import { VariantFrame } from "./variants/variant-frame.tsx"
import frame from "./variants/frame.module.css"

/** DISTRICT-1: what an activation link opens, mostly on a phone and before anybody is signed in. */
export function Component() {
  const [parameters] = useSearchParams()
  const inAddress = parameters.get(activationParameter)
  // Kept while its end is shown: by then it has left the address.
  const [key, setKey] = useState(inAddress ?? "")
  if (inAddress !== null && inAddress !== key) setKey(inAddress)
  const [tries, setTries] = useState(0)
  return (
    <VariantFrame>
      <main className={frame.middle}>
        <div className={frame.card}>
          <Activation key={`${key} ${tries}`} secret={key} onAgain={() => setTries(tries + 1)} />
        </div>
      </main>
    </VariantFrame>
  )
}

const words = { busy: "正在激活…", idle: "设置密码并激活" }

interface ActivationProps {
  readonly secret: string
  readonly onAgain: () => void
}

function Activation({ secret, onAgain }: ActivationProps) {
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const { view, activate, endsWith } = useActivation(secret)
  const isOver = view.at === "done" || view.at === "refused"
  const clearAddress = useEffectEvent(() => {
    // Only where there is something to clear: somebody who is just leaving must not be called back.
    if (parameters.has(activationParameter)) void navigate("/activate", { replace: true })
  })
  useEffect(() => {
    if (isOver) clearAddress()
  }, [isOver])

  switch (view.at) {
    case "asking":
      return (
        <Delayed>
          <Stack gap={12} padY={24} tone="soft" centred role="status">
            <Row justify="center">
              <Spinner sizePx={32} />
            </Row>
            <p>正在读取链接…</p>
          </Stack>
        </Delayed>
      )
    case "asked":
      return (
        <Stack gap={12}>
          <Text as="h1" size={22}>
            {activationMessages.title}
          </Text>
          <Text as="p" tone="soft">
            请核对姓名和单位，为自己的账号设置密码。如果不是您本人，请关闭本页并告知管理员。
          </Text>
          <Whose account={view.account} />
          <NewPasswordFields
            account={view.account.usercode}
            isShown
            words={words}
            save={activate}
            isElsewhere={endsWith}
          />
        </Stack>
      )
    case "done":
      return (
        <Result
          icon="done"
          tone="done"
          title={activationMessages.done}
          words={`请用账号 ${view.usercode} 和刚才设置的密码登录。`}
          action={signIn}
        />
      )
    case "refused":
      return (
        <Result
          icon={view.maySignIn ? "person" : "clock"}
          tone={view.maySignIn ? "soft" : "caution"}
          title={view.maySignIn ? "账号已激活" : "链接不能使用"}
          words={view.sentence}
          action={view.maySignIn && signIn}
        />
      )
    case "failed":
      return (
        <Result
          icon="caution"
          tone="caution"
          title="链接读取失败"
          words={view.sentence}
          action={
            <Button look="primary" size="large" onClick={onAgain}>
              重试
            </Button>
          }
        />
      )
  }
}

const signIn = (
  <Link to="/newLogin" replace className={buttonClass({ look: "primary", size: "large" })}>
    去登录
  </Link>
)

function Whose({ account }: { readonly account: Activated }) {
  return (
    <Facts>
      <Fact label="姓名">{account.nickname}</Fact>
      <Fact label="单位">{account.orgname}</Fact>
      <Fact label="账号">{account.usercode}</Fact>
      <Fact label="有效期至">{account.until.slice(0, 16)}</Fact>
    </Facts>
  )
}

interface ResultProps {
  readonly icon: IconName
  readonly tone: "done" | "soft" | "caution"
  readonly title: string
  readonly words: ReactNode
  readonly action: ReactNode
}

function Result({ icon, tone, title, words: told, action }: ResultProps) {
  return (
    <Stack gap={16} padY={16}>
      <Stack gap={12} centred role="status">
        <Row justify="center">
          <IconMark icon={icon} sizePx={64} tone={tone} isRound />
        </Row>
        <Text as="h1" size={22}>
          {title}
        </Text>
        <Text as="p" tone="soft" centred>
          {told}
        </Text>
      </Stack>
      {action}
    </Stack>
  )
}
