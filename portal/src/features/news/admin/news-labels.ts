import type { NewsState } from "@uc/contract/news/admin-calls"
import type { TagTone } from "../../../ui/marks/tag.tsx"

export const stateTones: Readonly<Record<NewsState, TagTone>> = {
  draft: "plain",
  scheduled: "caution",
  published: "done",
}
