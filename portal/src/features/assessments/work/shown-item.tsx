import type { FilledItem } from "@uc/contract/assessments/admin-calls"
import type { ReactNode } from "react"
import { shownAttachments } from "../../attachments/public.ts"
import { AttachmentList } from "../../../ui/data/attachment-list.tsx"
import { ItemHead } from "./item-head.tsx"
import css from "./fill-in.module.css"

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
    <li className={css.item}>
      <ItemHead no={no} item={item} />
      <p className={words === "" ? css.nothing : css.told}>{words === "" ? "没有填写完成情况" : words}</p>
      <AttachmentList label={`第${no}项佐证材料`} items={shownAttachments(evidence)} />
      <dl className={css.scores}>
        <div>
          <dt>自评分</dt>
          <dd>{ownScore ?? "—"}</dd>
        </div>
        {isReviewed && (
          <div>
            <dt>审核评分</dt>
            <dd>{reviewScore ?? "—"}</dd>
          </div>
        )}
        {isReviewed && remark !== "" && (
          <div>
            <dt>审核意见</dt>
            <dd>{remark}</dd>
          </div>
        )}
      </dl>
      {children}
    </li>
  )
}
