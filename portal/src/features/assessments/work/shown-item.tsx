import type { FilledItem } from "@uc/contract/assessments/admin-calls"
import type { ReactNode } from "react"
import { shownAttachments } from "../../attachments/public.ts"
import { AttachmentList } from "../../../ui/data/attachment-list.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { ItemHead } from "./item-head.tsx"
import { anchorOf } from "./next-gap.ts"
import css from "./work.module.css"

interface ShownItemProps {
  readonly no: number
  readonly item: FilledItem
  /** The review is shown, too. */
  readonly isReviewed: boolean
  /** At the right of its name. */
  readonly status?: ReactNode
  readonly below?: ReactNode
  /** Beside the score. */
  readonly children?: ReactNode
}

/** What was filled in, to be read. */
export function ShownItem({ no, item, isReviewed, status, below, children }: ShownItemProps) {
  const { words, ownScore, reviewScore, remark, evidence } = item
  return (
    <Stack as="li" gap={8} padX={16} padY={10} surface="card" id={anchorOf(item.itemId)} tabIndex={-1}>
      <Row gap={12} align="start" justify="between">
        <ItemHead no={no} item={item} />
        {status}
      </Row>
      {words === "" ? (
        <Text as="p" tone="faint">
          没有填写完成情况
        </Text>
      ) : (
        <Text as="p" keepsLines>
          {words}
        </Text>
      )}
      <AttachmentList isSmall label={`第${no}项佐证材料`} items={shownAttachments(evidence)} />
      <Row gap={8} columnGap={16} onPhone="stack">
        <Row as="dl" gap={4} columnGap={24} wrap align="start" className={css.scores}>
          <Score label="自评分">{ownScore ?? "—"}</Score>
          {isReviewed && <Score label="审核评分">{reviewScore ?? "—"}</Score>}
          {isReviewed && remark !== "" && <Score label="审核意见">{remark}</Score>}
        </Row>
        {children}
      </Row>
      {below}
    </Stack>
  )
}

function Score({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Row gap={8} align="baseline">
      <Text as="dt" tone="faint" size={13} rigid>
        {label}
      </Text>
      <Text as="dd" weight={500} figures breaks>
        {children}
      </Text>
    </Row>
  )
}
