import type { PatrolVisit } from "@uc/contract/patrols/admin-calls"
import { shownAttachments } from "../attachments/public.ts"
import { AttachmentList } from "../../ui/data/attachment-list.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { VisitMark } from "./visit-state.tsx"
import css from "./patrols.module.css"

export const VisitDialog = closesWhenBroken(function VisitDialog({
  visit,
  onClose,
}: {
  readonly visit: PatrolVisit
  readonly onClose: () => void
}) {
  const facts: readonly (readonly [string, string | null])[] = [
    ["单位", visit.orgname],
    ["位置", visit.placeName],
    ["计划", visit.planName],
    ["应巡时间", visit.dueAt],
    ["打卡时段", `${visit.opensAt.slice(5, 16)} 至 ${visit.closesAt.slice(5, 16)}`],
    ["巡查人", visit.walker ?? "本单位任何人"],
    ["打卡时间", visit.checkedAt],
    ["打卡人", visit.checkedBy],
    ["说明", visit.note],
  ]
  return (
    <Modal label={visit.pointName} place="side" sizePx={{ width: 420 }} onClose={onClose}>
      <DialogHead title={visit.pointName} onClose={onClose} />
      <div className={css.detail}>
        <VisitMark state={visit.state} />
        <dl className={css.facts}>
          {facts.map(
            ([title, words]) =>
              words !== null && (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{words}</dd>
                </div>
              ),
          )}
        </dl>
        <AttachmentList label="现场照片" items={shownAttachments(visit.pictures)} />
      </div>
    </Modal>
  )
})
