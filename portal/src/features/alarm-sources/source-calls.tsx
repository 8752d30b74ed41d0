import { ingestCalls, type AlarmSource, type SourceCall } from "@uc/contract/alarm-sources/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import css from "./alarm-sources.module.css"

interface SourceCallsProps {
  readonly source: AlarmSource
  readonly onClose: () => void
}

/** What a source sent lately, and why something of it was refused. */
export const SourceCalls = closesWhenBroken(function SourceCalls({
  source: { id, name },
  onClose,
}: SourceCallsProps) {
  const { data, error, refetch } = useCall(ingestCalls.sourceCalls, { id })
  const file = useExport(ingestCalls.exportCalls)
  return (
    <Modal label={`${name}的上报记录`} place="side" sizePx={{ width: 560 }} onClose={onClose}>
      <DialogHead title={name} words="最近的上报记录" onClose={onClose} />
      <div className={css.body}>
        {error ? (
          <ErrorState title="上报记录没有加载成功" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[160]} />
        ) : data.calls.length === 0 ? (
          <EmptyState art="empty" title="近期没有上报" words="该来源上报后，记录会出现在这里。" />
        ) : (
          <>
            <ExportButton isBusy={file.isBusy} onExport={() => void file.run({ id })} />
            <ol className={css.calls}>
              {data.calls.map((one, at) => (
                <OneCall key={`${one.at} ${at}`} call={one} />
              ))}
            </ol>
          </>
        )}
      </div>
    </Modal>
  )
})

function OneCall({ call: { at, accepted, repeated, refused, refusals } }: { readonly call: SourceCall }) {
  return (
    <li>
      <p className={css.line}>
        <time title={at}>{formatMoment(at, nowMs(), { withSeconds: true })}</time>
        <Tag tone="done">接收 {accepted}</Tag>
        {repeated > 0 && <Tag>重复 {repeated}</Tag>}
        {refused > 0 && (
          <Tag tone="danger" icon="danger">
            拒绝 {refused}
          </Tag>
        )}
      </p>
      {refusals.map(({ index, field, msg }) => (
        <p key={index} className={css.refusal}>
          第 {index + 1} 条{field && `（${field}）`}：{msg}
        </p>
      ))}
    </li>
  )
}
