import { applicationClaimLabels } from "@uc/contract/applications/application-claims"
import {
  applicationCalls,
  signOnAddress,
  signOnMessages,
  signOnParameter,
} from "@uc/contract/applications/calls"
import { useEffect, useState, type ReactNode } from "react"
import { useSearchParams } from "react-router"
import { Link } from "../../ui/navigation/link.tsx"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useUser } from "../../platform/session/session.ts"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { PageSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { Page, Sheet } from "../../ui/layout/page.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

/** SSO-1: what only a person can answer while they sign on to an application: consent, and a proof who they are. */
export function Component() {
  const [parameters] = useSearchParams()
  const uid = parameters.get(signOnParameter) ?? ""
  return <SignOn key={uid} uid={uid} />
}

function SignOn({ uid }: { readonly uid: string }) {
  const user = useUser()
  const { data, error } = useCall(applicationCalls.signOn, { uid }, { isEnabled: uid !== "" })
  const { attempt } = useAction({ shown: [] })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isAnswered = data !== undefined && !data.needsConsent && !data.needsProof
  useEffect(() => {
    if (isAnswered) window.location.replace(signOnAddress(uid, false, data.protocol))
  }, [isAnswered, uid, data])

  if (uid === "" || error)
    return (
      <Framed>
        <EmptyState
          isAlert
          art="broken"
          title="无法登录该应用"
          words={error ? messageOf(error) : signOnMessages.gone}
          actions={
            <Link to="/main/home" className={buttonClass()}>
              返回首页
            </Link>
          }
        />
      </Framed>
    )
  if (!data || !user || isAnswered) return <PageSkeleton />

  async function answer() {
    setBusy(true)
    setProblem(null)
    try {
      if (data?.needsProof) await attempt(applicationCalls.prove, { uid })
      if (data?.needsConsent) await attempt(applicationCalls.allow, { uid, claims: data.claims.join(",") })
      window.location.replace(signOnAddress(uid, false, data?.protocol))
    } catch (failed) {
      setProblem(messageOf(failed))
      setBusy(false)
    }
  }

  return (
    <Framed>
      <Stack gap={16}>
        <Text as="p">
          {data.needsConsent
            ? `“${data.name}”（${data.orgname}）请求使用您的账号登录，登录后它将知道：`
            : `“${data.name}”（${data.orgname}）要求您再次验证身份。`}
        </Text>
        {data.needsConsent && (
          <Text as="p" weight={500}>
            {data.claims.map((claim) => applicationClaimLabels[claim]).join("、") || "您在本系统中的人员编号"}
          </Text>
        )}
        <Facts>
          <Fact label="当前账号">{`${user.nickname}（${user.orgname}）`}</Fact>
        </Facts>
        {problem !== null && (
          <Text as="p" tone="danger" size={13} role="alert">
            {problem}
          </Text>
        )}
        <Row gap={8} onPhone="fill">
          <Button look="primary" aria-busy={isBusy} disabled={isBusy} onClick={() => void answer()}>
            {data.needsConsent ? "同意并登录" : "验证身份"}
          </Button>
          <Button
            disabled={isBusy}
            onClick={() => window.location.replace(signOnAddress(uid, true, data.protocol))}
          >
            {data.needsConsent ? "不同意" : "取消登录"}
          </Button>
        </Row>
      </Stack>
    </Framed>
  )
}

function Framed({ children }: { readonly children: ReactNode }) {
  return (
    <Page title="登录应用" words="用本系统的账号登录其他系统。">
      <Sheet>{children}</Sheet>
    </Page>
  )
}
