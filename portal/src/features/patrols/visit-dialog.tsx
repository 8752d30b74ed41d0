import type { PatrolVisit } from "@uc/contract/patrols/admin-calls"
import { shownAttachments } from "../attachments/public.ts"
import { AttachmentList } from "../../ui/data/attachment-list.tsx"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { VisitMark } from "./visit-state.tsx"

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
    <Drawer title={visit.pointName} tags={<VisitMark state={visit.state} />} onClose={onClose}>
      <Facts>
        {facts.map(
          ([title, words]) =>
            words !== null && (
              <Fact key={title} label={title}>
                {words}
              </Fact>
            ),
        )}
      </Facts>
      <AttachmentList label="现场照片" items={shownAttachments(visit.pictures)} />
    </Drawer>
  )
})
