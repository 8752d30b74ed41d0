import type { FilledItem } from "@uc/contract/assessments/admin-calls"
import type { ReactNode } from "react"
import { shownAttachments } from "../../attachments/public.ts"
import { AttachmentList } from "../../../ui/data/attachment-list.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { ItemHead } from "./item-head.tsx"
import { anchorOf } from "./next-gap.ts"

interface ShownItemProps {
  readonly no: number
  readonly item: FilledItem
  /** The review is shown, too. */
  readonly isReviewed: boolean
  readonly children?: ReactNode
}

/** What was filled in, to be read. */
export function ShownItem({ no, item, isReviewed, children }: ShownItemProps) {
  const { words, ownScore, reviewScore, remark, evidence } = item
  return (
    <Stack as="li" gap={8} padX={16} padY={10} surface="card" id={anchorOf(item.itemId)} tabIndex={-1}>
      <ItemHead no={no} item={item} />
      {words === "" ? (
        <Text as="p" tone="faint">
          没有填写完成情况
        </Text>
      ) : (
        <Text as="p" keepsLines>
          {words}
        </Text>
      )}
      <AttachmentList label={`第${no}项佐证材料`} items={shownAttachments(evidence)} />
      <Row as="dl" gap={8} columnGap={24} wrap align="start">
        <Score label="自评分">{ownScore ?? "—"}</Score>
        {isReviewed && <Score label="审核评分">{reviewScore ?? "—"}</Score>}
        {isReviewed && remark !== "" && <Score label="审核意见">{remark}</Score>}
      </Row>
      {children}
    </Stack>
  )
}

function Score({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text as="dt" tone="faint" size={13}>
        {label}
      </Text>
      <Text as="dd" weight={500} figures breaks>
        {children}
      </Text>
    </div>
  )
}
