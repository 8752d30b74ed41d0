import { hazardLimits } from "@uc/contract/hazards/messages"
import type { PatrolVisit } from "@uc/contract/patrols/admin-calls"
import { shownAttachments } from "../attachments/public.ts"
import { HazardOfSource } from "../hazards/public.ts"
import { AttachmentList } from "../../ui/data/attachment-list.tsx"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { Row } from "../../ui/primitives/row.tsx"
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
      {visit.state === "problem" && (
        <Row gap={8}>
          <HazardOfSource source={{ visitId: visit.id }} words={hazardWords(visit)} />
        </Row>
      )}
    </Drawer>
  )
})

/** What the report of this finding begins with: the note is the finding in few words. */
function hazardWords({ note, pointName, placeName }: PatrolVisit) {
  const found = note ?? ""
  const isShort = found.length <= hazardLimits.title
  return {
    title: found.slice(0, hazardLimits.title),
    place: (placeName ?? pointName).slice(0, hazardLimits.place),
    description: isShort ? "" : found,
  }
}
