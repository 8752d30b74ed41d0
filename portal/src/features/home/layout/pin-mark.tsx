import type { Pinner } from "@uc/contract/home/calls"
import { Tag } from "../../../ui/marks/tag.tsx"

const words: Readonly<Record<Pinner, string>> = { bureau: "教育局置顶", platform: "平台置顶" }

/** HOME-3: somebody above wants this card to be seen. */
export function PinMark({ by }: { readonly by: Pinner }) {
  return (
    <Tag tone="brand" icon="pin">
      {words[by]}
    </Tag>
  )
}
