import { drillCalls, executionTypes, type DrillRecord } from "@uc/contract/drills/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { formatDuration } from "./drill-labels.ts"
import { ExecutionMark } from "./execution-mark.tsx"
import css from "./drills.module.css"
import dialog from "./drill-dialog.module.css"

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
      <div className={dialog.body}>
        {data ? (
          <Facts record={data} />
        ) : error ? (
          <ErrorState title="记录没有加载成功" words={messageOf(error)} onRetry={refetch} />
        ) : (
          <BarsSkeleton heightsPx={[160]} />
        )}
      </div>
    </Modal>
  )
})

function Facts({ record }: { readonly record: DrillRecord }) {
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
      <dl className={css.record}>
        {facts.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {record.endedAt !== null && (
        <section className={css.part}>
          <h3>总结</h3>
          <p>{record.notes ?? "没有填写"}</p>
        </section>
      )}
      {record.steps.length > 0 && (
        <section className={css.part}>
          <h3>步骤</h3>
          <ol className={dialog.steps}>
            {record.steps.map((step, at) => (
              <li key={at}>{step}</li>
            ))}
          </ol>
        </section>
      )}
      <section className={css.part}>
        <h3>已确认的人员</h3>
        {record.confirmations.length === 0 ? (
          <p>还没有人确认</p>
        ) : (
          <ul className={css.people}>
            {record.confirmations.map(({ nickname, at, note }, no) => (
              <li key={no}>
                <span>
                  {nickname}
                  {note && <small>{note}</small>}
                </span>
                <time>{at.slice(11)}</time>
              </li>
            ))}
          </ul>
        )}
        {record.confirmed > record.confirmations.length && (
          <p>以及另外 {record.confirmed - record.confirmations.length} 人</p>
        )}
      </section>
    </>
  )
}
