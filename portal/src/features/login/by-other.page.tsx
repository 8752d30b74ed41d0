import { identityCalls, identityMessages, type UnlinkedIdentity } from "@uc/contract/identity-sources/calls"
import { byOtherTicket } from "@uc/contract/identity-sources/problems"
import { useEffect, useRef, useState, type ReactNode } from "react"
import { useLocation } from "react-router"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { addByIdentity, enterByIdentity } from "../../platform/session/sign-in.ts"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { IconMark } from "../../ui/marks/icon-mark.tsx"
import { Link } from "../../ui/navigation/link.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { LinkAccount } from "./link-account.tsx"
import { returnSearch } from "./go-back-after-sign-in.ts"
import { secondOf } from "./steps/login-state.ts"
import { LoginSteps } from "./steps/login-steps.tsx"
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
            <LinkAccount
              identity={view.identity}
              engine={engine}
              onAdd={async () => {
                try {
                  await addByIdentity(ticket)
                  await landAfterSignIn(search)
                } catch (error) {
                  refuse(error)
                }
              }}
            />
          </div>
          <LoginSteps engine={engine} />
        </>
      )
  }
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
