import type { ListedApplication } from "@uc/contract/applications/admin-calls"
import { applicationFailureCalls, type FailedSignOn } from "@uc/contract/applications/failure-calls"
import { signOnFailureLabels, signOnFailureLimits } from "@uc/contract/applications/sign-on-failures"
import { nowMs } from "../../../platform/browser/clock.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { formatMoment } from "../../../ui/format/moment-in-words.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Drawer } from "../../../ui/overlays/drawer.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"

interface FailedSignOnsProps {
  readonly entry: ListedApplication
  readonly onClose: () => void
}

/** SSO-14: why people could not sign on to an application. */
export const FailedSignOns = closesWhenBroken(function FailedSignOns({
  entry: { id, name },
  onClose,
}: FailedSignOnsProps) {
  const { data, error, refetch } = useCall(applicationFailureCalls.list, { id })
  return (
    <Drawer
      title={name}
      label={`${name}最近失败的登录`}
      tags={<Text tone="soft">最近失败的登录</Text>}
      onClose={onClose}
      foot={<Button onClick={() => void refetch()}>刷新</Button>}
    >
      <Stack gap={8}>
        <Text as="p" tone="soft" size={13}>
          {`保留 ${signOnFailureLimits.days} 天，最多 ${signOnFailureLimits.shown} 条；同一来源的相同失败合并为一条。短时间内大量失败时只记录一部分。`}
        </Text>
        {error ? (
          <ErrorState title="失败的登录加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[64, 64, 64]} />
        ) : data.failures.length === 0 ? (
          <EmptyState
            art="empty"
            title="近期没有失败的登录"
            words="有人登录该应用失败，或应用的服务器没有通过验证时，原因会出现在这里。"
          />
        ) : (
          <ol>
            {data.failures.map((failure) => (
              <OneFailure key={failure.id} failure={failure} />
            ))}
          </ol>
        )}
      </Stack>
    </Drawer>
  )
})

function OneFailure({ failure }: { readonly failure: FailedSignOn }) {
  const { reason, ip, address, times, firstAt, lastAt } = failure
  const since = `，${formatMoment(firstAt, nowMs(), { withSeconds: true })} 起`
  return (
    <Stack as="li" gap={4} padY={10} line="bottom">
      <Row wrap gap={8}>
        <Text grow>{signOnFailureLabels[reason]}</Text>
        {times > 1 && <Tag tone="caution">{`${times} 次`}</Tag>}
      </Row>
      {address !== "" && (
        <Text as="p" size={13} breaks>
          {`收到的地址：${address}`}
        </Text>
      )}
      <Text as="p" tone="soft" size={13} figures title={lastAt}>
        {`${formatMoment(lastAt, nowMs(), { withSeconds: true })}，来自 ${ip}${times > 1 ? since : ""}`}
      </Text>
    </Stack>
  )
}
