import { identityCalls, identityMessages, type UnlinkedIdentity } from "@uc/contract/identity-sources/calls"
import { byOtherTicket } from "@uc/contract/identity-sources/problems"
import { useEffect, useRef, useState, type ReactNode } from "react"
import { useLocation } from "react-router"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { addByIdentity, enterByIdentity } from "../../platform/session/sign-in.ts"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { IconMark } from "../../ui/marks/icon-mark.tsx"
import { Link } from "../../ui/navigation/link.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { returnSearch } from "./go-back-after-sign-in.ts"
import { secondOf } from "./steps/login-state.ts"
import { LoginSteps } from "./steps/login-steps.tsx"
import { PasswordForm } from "./steps/password-form.tsx"
import { outcomeOf } from "./steps/submit.ts"
import { landAfterSignIn, useLogin } from "./use-login.ts"
import { VariantFrame } from "./variants/variant-frame.tsx"
import frame from "./variants/frame.module.css"

/** SSO-4: another has vouched for somebody: they are signed in, asked for more as after a password, or link an account first. */
export function Component() {
  const { search } = useLocation()
  const ticket = new URLSearchParams(search).get(byOtherTicket) ?? ""
  return (
    <VariantFrame>
      <main className={frame.middle}>
        <div className={frame.card}>
          <ByOther key={ticket} ticket={ticket} search={search} />
        </div>
      </main>
    </VariantFrame>
  )
}

interface ByOtherProps {
  readonly ticket: string
  readonly search: string
}

type View =
  | { readonly at: "entering" }
  | { readonly at: "steps" }
  | { readonly at: "unlinked"; readonly identity: UnlinkedIdentity }
  | { readonly at: "refused"; readonly words: string; readonly linkFailed: boolean }

function ByOther({ ticket, search }: ByOtherProps) {
  const [view, setView] = useState<View>({ at: "entering" })
  const isAsked = useRef(false)
  const [isLinking, setLinking] = useState(false)
  const engine = useLogin("gzLogin", async () => {
    if (isLinking) {
      try {
        await send(identityCalls.link, { ticket })
      } catch (error) {
        // They are signed in; what failed is the link.
        return setView({ at: "refused", words: messageOf(error) ?? "", linkFailed: true })
      }
    }
    await landAfterSignIn(search)
  })

  function refuse(error: unknown) {
    const outcome = outcomeOf(error)
    if (outcome.as === "second-factor") {
      setView({ at: "steps" })
      engine.dispatch({ type: "secondStepBegan", second: outcome.second })
    } else setView({ at: "refused", words: messageOf(error) ?? identityMessages.over, linkFailed: false })
  }

  async function enter() {
    try {
      const { user, unlinked } = await enterByIdentity(ticket)
      if (user) return await landAfterSignIn(search)
      if (!unlinked) return
      setLinking(true)
      setView({ at: "unlinked", identity: unlinked })
    } catch (error) {
      refuse(error)
    }
  }

  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void enter()
  })

  const isSecond = secondOf(engine.login) !== null
  const { form } = engine.login.problems
  // Going back from a step that the other side's proof led to leads nowhere: the proof is used up.
  if (view.at === "steps" && !isSecond) return <Ended words={form ?? identityMessages.over} search={search} />
  switch (view.at) {
    case "entering":
      return (
        <Delayed>
          <Stack gap={12} padY={24} tone="soft" centred role="status">
            <Row justify="center">
              <Spinner sizePx={32} />
            </Row>
            <p>正在登录…</p>
          </Stack>
        </Delayed>
      )
    case "steps":
      return <LoginSteps engine={engine} />
    case "refused":
      return view.linkFailed ? (
        <Ended
          title="没有绑定"
          words={`${view.words}。您已登录，可以继续使用。`}
          search={search}
          action={
            <Button look="primary" size="large" onClick={() => void landAfterSignIn(search)}>
              继续进入
            </Button>
          }
        />
      ) : (
        <Ended words={view.words} search={search} />
      )
    case "unlinked":
      return (
        <>
          <div hidden={isSecond}>
            <Unlinked
              identity={view.identity}
              onAdd={async () => {
                try {
                  await addByIdentity(ticket)
                  await landAfterSignIn(search)
                } catch (error) {
                  refuse(error)
                }
              }}
            >
              <PasswordForm
                variant="gzLogin"
                engine={engine}
                filled={null}
                account={view.identity.account}
                submitWords={submitWords}
              />
            </Unlinked>
          </div>
          <LoginSteps engine={engine} />
        </>
      )
  }
}

const submitWords = { busy: "正在绑定…", idle: "登录并绑定" }

interface UnlinkedProps {
  readonly identity: UnlinkedIdentity
  readonly onAdd: () => Promise<void>
  /** The form that proves whose account it is. */
  readonly children: ReactNode
}

function Unlinked({ identity: { source, label, mayAdd }, onAdd, children }: UnlinkedProps) {
  const [isAdding, setAdding] = useState(false)
  return (
    <Stack gap={12}>
      <Text as="h1" size={22}>
        绑定账号
      </Text>
      <Text as="p" tone="soft">
        这是您第一次用“{source}
        ”登录。请用本系统的账号和密码登录一次，以后即可直接用它登录。如果以下不是您本人，请关闭本页。
      </Text>
      <Facts>
        <Fact label="登录方式">{source}</Fact>
        <Fact label="对方账号">{label}</Fact>
      </Facts>
      {children}
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

interface EndedProps {
  readonly title?: string
  readonly words: string
  readonly search: string
  readonly action?: ReactNode
}

function Ended({ title = "没有登录成功", words, search, action }: EndedProps) {
  return (
    <Stack gap={16} padY={16}>
      <Stack gap={12} centred role="alert">
        <Row justify="center">
          <IconMark icon="caution" sizePx={64} tone="caution" isRound />
        </Row>
        <Text as="h1" size={22}>
          {title}
        </Text>
        <Text as="p" tone="soft" centred>
          {words}
        </Text>
      </Stack>
      {action ?? (
        <Link
          to={{ pathname: "/newLogin", search: returnSearch(search) }}
          replace
          className={buttonClass({ look: "primary", size: "large" })}
        >
          返回登录
        </Link>
      )}
    </Stack>
  )
}
