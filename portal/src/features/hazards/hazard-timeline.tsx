import type { HazardDetail } from "@uc/contract/hazards/calls"
import { hazardDeeds, type HazardDeed } from "@uc/contract/hazards/steps"
import { nowMs } from "../../platform/browser/clock.ts"
import { shownAttachments } from "../attachments/public.ts"
import { AttachmentList } from "../../ui/data/attachment-list.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./hazards.module.css"

type Tone = "brand" | "done" | "danger"

const looks: Readonly<Record<HazardDeed, { readonly icon: IconName; readonly tone: Tone }>> = {
  reported: { icon: "caution", tone: "brand" },
  assigned: { icon: "people", tone: "brand" },
  rejected: { icon: "minus", tone: "brand" },
  rectified: { icon: "gear", tone: "brand" },
  closed: { icon: "done", tone: "done" },
  returned: { icon: "back", tone: "danger" },
  urged: { icon: "bell", tone: "danger" },
  escalated: { icon: "rise", tone: "danger" },
  released: { icon: "person", tone: "danger" },
}

const photoLabels: Partial<Readonly<Record<HazardDeed, string>>> = {
  reported: "整改前照片",
  rectified: "整改后照片",
}

/** Every step with who, when, their words and their photos. */
export function HazardTimeline({ history }: Pick<HazardDetail, "history">) {
  return (
    <ol className={css.timeline} aria-label="处理过程">
      {history.map(({ id, at, deed, who, orgname, whom, deadline, note, photos }) => (
        <li key={id}>
          <Text surface={looks[deed].tone} tone={looks[deed].tone} className={css.dot}>
            <Icon name={looks[deed].icon} sizePx={14} />
          </Text>
          <Row wrap columnGap={6}>
            <p>
              <strong>{who ?? "系统"}</strong> {hazardDeeds[deed]}
              {whom && <>：{whom}</>}
              {deadline && <>（{deadline} 前）</>}
            </p>
            <Text as="time" end figures tone="faint" size={13} title={at}>
              {formatMoment(at, nowMs())}
            </Text>
          </Row>
          {orgname && (
            <Text as="p" tone="faint" size={13}>
              {orgname}
            </Text>
          )}
          {note && (
            <Text as="p" surface="sunken" padX={12} padY={8} keepsLines>
              {note}
            </Text>
          )}
          <AttachmentList label={photoLabels[deed] ?? "现场照片"} items={shownAttachments(photos)} />
        </li>
      ))}
    </ol>
  )
}
