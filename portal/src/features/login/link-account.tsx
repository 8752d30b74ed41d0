import { identityMessages, type UnlinkedIdentity } from "@uc/contract/identity-sources/calls"
import { useState } from "react"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { Failure } from "../../platform/http/failure.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { sendSignInCode, smsSignIn } from "../../platform/session/sign-in.ts"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { Tabs } from "../../ui/layout/tabs.tsx"
import { Link } from "../../ui/navigation/link.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { LazyPart } from "./steps/lazy-part.tsx"
import { PasswordForm } from "./steps/password-form.tsx"
import { choiceIn } from "./steps/submit.ts"
import type { LoginEngine } from "./use-login.ts"
import css from "./steps/panel.module.css"

const submitWords = { busy: "正在绑定…", idle: "登录并绑定" }

const loadPhoneForm = () =>
  loadChunk(() => import("./phone-code-form.tsx")).then(({ PhoneCodeForm }) => ({ Part: PhoneCodeForm }))

interface LinkAccountProps {
  readonly identity: UnlinkedIdentity
  readonly engine: LoginEngine
  readonly onAdd: () => Promise<void>
}

/** SSO-4: nobody is linked to the identity yet. Whoever signs in here, by something of ours, links their account to it. */
export function LinkAccount({ identity, engine, onAdd }: LinkAccountProps) {
  const { source, label, mayAdd } = identity
  const [isAdding, setAdding] = useState(false)
  return (
    <Stack gap={12}>
      <Text as="h1" size={22}>
        绑定账号
      </Text>
      <Text as="p" tone="soft">
        这是您第一次用“{source}
        ”登录。请用本系统的账号登录一次，以后即可直接用它登录。如果以下不是您本人，请关闭本页。
      </Text>
      <Facts>
        <Fact label="登录方式">{source}</Fact>
        <Fact label="对方账号">{label}</Fact>
      </Facts>
      <Proofs identity={identity} engine={engine} />
      {mayAdd && (
        <Stack gap={8}>
          <Text as="p" size={13} tone="soft">
            没有本系统的账号？可以在“{mayAdd.orgname}”开通账号 {mayAdd.account}。
          </Text>
          <Button
            aria-busy={isAdding}
            disabled={isAdding}
            onClick={() => {
              setAdding(true)
              void onAdd().finally(() => setAdding(false))
            }}
          >
            开通新账号并登录
          </Button>
        </Stack>
      )}
      <Link to="/newLogin" replace className={buttonClass({ look: "text" })}>
        返回登录
      </Link>
    </Stack>
  )
}

const ways = { password: "账号和密码", phone: "短信验证码" }

/** What the person proves the account with. What the other side told fills in boxes alone. */
function Proofs({ identity, engine }: Pick<LinkAccountProps, "identity" | "engine">) {
  const { hasSms } = useSiteConfig()
  const [way, setWay] = useState<keyof typeof ways>("password")
  const [isPhoneVisited, setPhoneVisited] = useState(false)
  const byPassword = (
    <PasswordForm
      variant="gzLogin"
      engine={engine}
      filled={null}
      account={identity.account}
      submitWords={submitWords}
    />
  )
  // DISTRICT-4: what can't work is not offered.
  if (!hasSms) return byPassword

  async function proveByCode(phone: string, vcode: string) {
    try {
      await smsSignIn(phone, vcode)
    } catch (error) {
      // Whose account it is does not follow from a phone of several; the server links none of them by it either.
      throw choiceIn(error) ? new Failure("refused", identityMessages.sharedPhone) : error
    }
    engine.enter()
  }

  return (
    <Tabs
      label="验证方式"
      tabs={ways}
      current={way}
      onChange={(chosen) => {
        setWay(chosen)
        if (chosen === "phone") setPhoneVisited(true)
      }}
    >
      <div className={css.method} hidden={way !== "password"}>
        {byPassword}
      </div>
      <div className={css.method} hidden={way !== "phone"}>
        {isPhoneVisited && (
          <LazyPart
            load={loadPhoneForm}
            with={{
              words: submitWords,
              phone: identity.phone,
              send: sendSignInCode,
              submit: proveByCode,
            }}
          />
        )}
      </div>
    </Tabs>
  )
}
