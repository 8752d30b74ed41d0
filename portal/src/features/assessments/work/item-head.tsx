import type { FilledItem } from "@uc/contract/assessments/admin-calls"
import { Tag } from "../../../ui/marks/tag.tsx"
import css from "./fill-in.module.css"

export function ItemHead({ no, item }: { readonly no: number; readonly item: FilledItem }) {
  return (
    <div className={css.itemHead}>
      <h3>
        <span>{no}.</span> {item.name}
      </h3>
      <p>
        {item.group !== "" && <Tag>{item.group}</Tag>}
        <span>
          满分 {item.fullScore} · 权重 {item.weight}
        </span>
        {item.asked !== "" && <span>佐证要求：{item.asked}</span>}
      </p>
    </div>
  )
}
