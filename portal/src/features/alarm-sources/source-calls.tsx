import { alarmSourceCalls, type AlarmSource, type SourceCall } from "@uc/contract/alarm-sources/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { ListExport } from "../../page-kit/list/list-export.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface SourceCallsProps {
  readonly source: AlarmSource
  readonly onClose: () => void
}

/** What a source sent lately, and why items were refused. */
export const SourceCalls = closesWhenBroken(function SourceCalls({
  source: { id, name },
  onClose,
}: SourceCallsProps) {
  const { data, error, refetch } = useCall(alarmSourceCalls.sourceCalls, { id })
  return (
    <Drawer
      title={name}
      label={`${name}的上报记录`}
      tags={<Text tone="soft">最近的上报记录</Text>}
      onClose={onClose}
    >
      <Stack gap={8}>
        {error ? (
          <ErrorState title="上报记录加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[160]} />
        ) : data.calls.length === 0 ? (
          <EmptyState art="empty" title="近期没有上报" words="该来源上报后，记录会出现在这里。" />
        ) : (
          <>
            <Row>
              <ListExport call={alarmSourceCalls.exportCalls} input={{ id }} />
            </Row>
            <ol>
              {data.calls.map((one, at) => (
                <OneCall key={`${one.at} ${at}`} call={one} />
              ))}
            </ol>
          </>
        )}
      </Stack>
    </Drawer>
  )
})

function OneCall({ call: { at, accepted, repeated, refused, refusals } }: { readonly call: SourceCall }) {
  return (
    <Stack as="li" gap={4} padY={10} line="bottom">
      <Row wrap gap={8}>
        <Text as="time" grow figures title={at}>
          {formatMoment(at, nowMs(), { withSeconds: true })}
        </Text>
        <Tag tone="done">接收 {accepted}</Tag>
        {repeated > 0 && <Tag>重复 {repeated}</Tag>}
        {refused > 0 && (
          <Tag tone="danger" icon="danger">
            拒绝 {refused}
          </Tag>
        )}
      </Row>
      {refusals.map(({ index, field, msg }) => (
        <Text as="p" key={index} tone="danger" size={13} breaks>
          第 {index + 1} 条{field && `（${field}）`}：{msg}
        </Text>
      ))}
    </Stack>
  )
}
