import { drillCalls, executionTypes, type DrillRecord } from "@uc/contract/drills/calls"
import type { ReactNode } from "react"
import { PrintButton } from "../../page-kit/print/print-button.tsx"
import { PrintFacts, PrintTable } from "../../page-kit/print/print-table.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
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
    <Drawer
      title={data?.title ?? "执行记录"}
      label="执行记录"
      foot={data && <PrintRecord record={data} />}
      band={data && <ExecutionMark type={data.zxType} look="band" />}
      onClose={onClose}
    >
      {data ? (
        <Recorded record={data} />
      ) : error ? (
        <ErrorState title="记录加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : (
        <BarsSkeleton heightsPx={[160]} />
      )}
    </Drawer>
  )
})

const onScreen = (moment: string) => formatMoment(moment, nowMs(), { withSeconds: true })

function factsOf(
  record: DrillRecord,
  momentInWords: (moment: string) => string,
): readonly (readonly [string, string])[] {
  return [
    ["单位", record.orgname],
    ["类型", record.zxType === executionTypes.drill ? "演练" : "真实应急"],
    ["编号", record.yazxCode],
    ["预案", record.planTitle ?? "—"],
    ["启动人", record.startedBy ?? "上级单位"],
    ["开始", momentInWords(record.begunAt)],
    ["结束", record.endedAt === null ? "进行中" : momentInWords(record.endedAt)],
    ["用时", record.seconds === null ? "进行中" : formatDuration(record.seconds)],
    ["确认", `${record.confirmed} / ${record.people} 人`],
  ]
}

/** DAY-13: what a school files. */
function PrintRecord({ record }: { readonly record: DrillRecord }) {
  return (
    <Row gap={8}>
      <PrintButton title={record.title}>
        {() => (
          <>
            <PrintFacts
              facts={[
                ...factsOf(record, (moment) => moment),
                ...(record.endedAt === null ? [] : [["总结", record.notes ?? "没有填写"] as const]),
              ]}
            />
            {record.steps.length > 0 && <h2>步骤</h2>}
            <ol>
              {record.steps.map((step, at) => (
                <li key={at}>
                  {at + 1}. {step}
                </li>
              ))}
            </ol>
            <h2>已确认的人员</h2>
            <PrintTable
              columns={[
                { title: "姓名", cell: ({ nickname }) => nickname },
                { title: "确认时间", cell: ({ at }) => at },
                { title: "说明", cell: ({ note }) => note ?? "" },
              ]}
              rows={record.confirmations}
              keyOf={({ nickname, at }) => `${nickname} ${at}`}
            />
          </>
        )}
      </PrintButton>
    </Row>
  )
}

function Recorded({ record }: { readonly record: DrillRecord }) {
  return (
    <>
      <Facts>
        {factsOf(record, onScreen).map(([name, words]) => (
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
