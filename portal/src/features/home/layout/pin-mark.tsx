import type { Pinner } from "@uc/contract/home/calls"
import { Tag } from "../../../ui/marks/tag.tsx"

const words: Readonly<Record<Pinner, string>> = { bureau: "教育局置顶", platform: "平台置顶" }

/** HOME-3: pinned by a superior organisation. */
export function PinMark({ by }: { readonly by: Pinner }) {
  return (
    <Tag tone="brand" icon="pin">
      {words[by]}
    </Tag>
  )
}
