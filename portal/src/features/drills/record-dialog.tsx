import { drillCalls, executionTypes, type DrillRecord } from "@uc/contract/drills/calls"
import type { ReactNode } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { DrillAwareness } from "../awareness/public.ts"
import { formatDuration } from "./drill-labels.ts"
import { ExecutionMark } from "./execution-mark.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./drills.module.css"

interface RecordDialogProps {
  readonly id: string
  readonly onClose: () => void
}

export const RecordDialog = closesWhenBroken(function RecordDialog({ id, onClose }: RecordDialogProps) {
  const { data, error, refetch } = useCall(drillCalls.record, { id })
  return (
    <Modal label="执行记录" place="side" sizePx={{ width: 480 }} onClose={onClose}>
      {data && <ExecutionMark type={data.zxType} look="band" />}
      <DialogHead title={data?.title ?? "执行记录"} onClose={onClose} />
      <Stack gap={16} pad={20} grow className={css.scrolls}>
        {data ? (
          <Recorded record={data} />
        ) : error ? (
          <ErrorState title="记录加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : (
          <BarsSkeleton heightsPx={[160]} />
        )}
      </Stack>
    </Modal>
  )
})

function Recorded({ record }: { readonly record: DrillRecord }) {
  const now = nowMs()
  const facts: readonly (readonly [string, string])[] = [
    ["单位", record.orgname],
    ["类型", record.zxType === executionTypes.drill ? "演练" : "真实应急"],
    ["编号", record.yazxCode],
    ["预案", record.planTitle ?? "—"],
    ["启动人", record.startedBy ?? "上级单位"],
    ["开始", formatMoment(record.begunAt, now, { withSeconds: true })],
    ["结束", record.endedAt === null ? "进行中" : formatMoment(record.endedAt, now, { withSeconds: true })],
    ["用时", record.seconds === null ? "进行中" : formatDuration(record.seconds)],
    ["确认", `${record.confirmed} / ${record.people} 人`],
  ]
  return (
    <>
      <Facts>
        {facts.map(([name, words]) => (
          <Fact key={name} label={name}>
            {words}
          </Fact>
        ))}
      </Facts>
      <DrillAwareness id={record.id} />
      {record.endedAt !== null && (
        <Part title="总结">
          <Text as="p" tone="soft" keepsLines>
            {record.notes ?? "没有填写"}
          </Text>
        </Part>
      )}
      {record.steps.length > 0 && (
        <Part title="步骤">
          <Stack as="ol" gap={4} tone="soft" className={css.steps}>
            {record.steps.map((step, at) => (
              <li key={at}>{step}</li>
            ))}
          </Stack>
        </Part>
      )}
      <Part title="已确认的人员">
        {record.confirmations.length === 0 ? (
          <Text tone="soft">暂无人确认</Text>
        ) : (
          <ul>
            {record.confirmations.map(({ nickname, at, note }, no) => (
              <Row as="li" key={no} gap={12} padY={4} align="start">
                <Text grow breaks>
                  {nickname}
                  {note && <SecondLine>{note}</SecondLine>}
                </Text>
                <Text as="time" tone="soft" figures>
                  {at.slice(11)}
                </Text>
              </Row>
            ))}
          </ul>
        )}
        {record.confirmed > record.confirmations.length && (
          <Text tone="soft">以及另外 {record.confirmed - record.confirmations.length} 人</Text>
        )}
      </Part>
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack as="section" gap={8}>
      <Text as="h3" size={14}>
        {title}
      </Text>
      {children}
    </Stack>
  )
}
