import {
  applicationAdminCalls,
  type ListedApplication,
  type ToldSignOut,
} from "@uc/contract/applications/admin-calls"
import { signOutAnswerWords, signOutLimits } from "@uc/contract/applications/sign-outs"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface SignOutsProps {
  readonly entry: ListedApplication
  readonly onClose: () => void
}

/** SSO-7: what an application answered when it was told of sign-outs. */
export const SignOuts = closesWhenBroken(function SignOuts({
  entry: { id, name, backchannelAddress },
  onClose,
}: SignOutsProps) {
  const { data, error, refetch } = useCall(applicationAdminCalls.signOuts, { id })
  return (
    <Drawer
      title={name}
      label={`${name}的退出通知`}
      tags={<Text tone="soft">{`最近 ${signOutLimits.shown} 次退出通知`}</Text>}
      onClose={onClose}
    >
      <Stack gap={8}>
        <Text as="p" tone="soft" size={13} breaks>
          {`发往 ${backchannelAddress ?? "登录时的应用地址"}。没有送达的会自动重试，间隔逐渐加长，${signOutLimits.hours} 小时后放弃。`}
        </Text>
        {error ? (
          <ErrorState title="退出通知加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[160]} />
        ) : data.signOuts.length === 0 ? (
          <EmptyState
            art="empty"
            title="近期没有退出通知"
            words="登录过该应用的人退出登录、锁定屏幕、被停用或下线后，记录会出现在这里。"
          />
        ) : (
          <ol>
            {data.signOuts.map((one) => (
              <OneSignOut key={one.id} told={one} />
            ))}
          </ol>
        )}
      </Stack>
    </Drawer>
  )
})

function OneSignOut({ told: { endedAt, tries, answer, isTold, nextAt } }: { readonly told: ToldSignOut }) {
  return (
    <Stack as="li" gap={4} padY={10} line="bottom">
      <Row wrap gap={8}>
        <Text as="time" grow figures title={endedAt}>
          {formatMoment(endedAt, nowMs(), { withSeconds: true })}
        </Text>
        {isTold ? (
          <Tag tone="done" icon="done">
            已送达
          </Tag>
        ) : nextAt === null ? (
          <Tag tone="danger" icon="danger">
            已放弃
          </Tag>
        ) : (
          <Tag tone="caution" icon="caution">
            {answer === null ? "正在发送" : "等待重试"}
          </Tag>
        )}
      </Row>
      {answer !== null && (
        <Text as="p" size={13} tone={isTold ? "soft" : "danger"} breaks>
          {`${signOutAnswerWords(answer)}${tries > 1 ? `，已尝试 ${tries} 次` : ""}`}
        </Text>
      )}
      {!isTold && answer !== null && nextAt !== null && (
        <Text
          as="p"
          size={13}
          tone="soft"
        >{`下次重试 ${formatMoment(nextAt, nowMs(), { withSeconds: true })}`}</Text>
      )}
    </Stack>
  )
}
