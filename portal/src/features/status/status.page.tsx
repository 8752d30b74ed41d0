import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import { statusCalls, statusLimits, statusMessages, type StatusOverview } from "@uc/contract/status/calls"
import { useRef } from "react"
import { copyText } from "../../platform/browser/clipboard.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useUser } from "../../platform/session/session.ts"
import { StaleNote } from "../../ui/data/stale-note.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Page } from "../../ui/layout/page.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { AllChecks, Problems } from "./checks.tsx"
import { diagnosisOf } from "./diagnosis.ts"
import { StatusParts } from "./status-parts.tsx"

/** OPS-4, for the platform's administrators. The server insists on it; here it is only said in time. */
export function Component() {
  const user = useUser()
  const mayRead = user !== null && holds(user, "status.read")
  const { data, error, refetch } = useCall(
    statusCalls.overview,
    {},
    { isEnabled: mayRead, everyMs: statusLimits.refreshMs },
  )
  if (!user) return null
  if (!mayRead) return <NoAccess words={noPermissionMessage("status.read")} />
  return (
    <Page
      title={statusMessages.title}
      words={statusMessages.words}
      actions={data && <CopyDiagnosis overview={data} />}
    >
      {!data && error && <ErrorState title="运行状态加载失败" words={messageOf(error)} onRetry={refetch} />}
      {!data && !error && <BarsSkeleton heightsPx={[120, 180, 180, 240]} />}
      {data && error && (
        <StaleNote moment={formatMoment(data.at, nowMs(), { withSeconds: true })} onRetry={refetch} />
      )}
      {data && (
        <>
          <Problems checks={data.checks} />
          <StatusParts overview={data} />
          <AllChecks checks={data.checks} />
          <Text as="p" tone="faint" size={13} figures>
            更新于 <time title={data.at}>{formatMoment(data.at, nowMs(), { withSeconds: true })}</time>
          </Text>
        </>
      )}
    </Page>
  )
}

function CopyDiagnosis({ overview }: { readonly overview: StatusOverview }) {
  const shown = useRef<HTMLPreElement>(null)
  const text = diagnosisOf(overview)
  const copy = async () => {
    if (await copyText(text, shown.current)) showToast("success", statusMessages.copied)
  }
  return (
    <>
      <Button onClick={() => void copy()}>
        <Icon name="copy" sizePx={16} />
        复制诊断信息
      </Button>
      <pre ref={shown} className="only-read-aloud" aria-hidden="true">
        {text}
      </pre>
    </>
  )
}
