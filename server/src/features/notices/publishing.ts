import { noticeLimits, type noticeMessages } from "@uc/contract/notices/calls"

interface Wish {
  readonly publish: "draft" | "now" | "later"
  readonly at: Date | null
  /** It is already read by people. */
  readonly isPublished: boolean
  readonly now: Date
}

type Refused = Extract<
  keyof typeof noticeMessages,
  "timeMissing" | "timeUnused" | "timePassed" | "timeTooFar"
>

/** When a notice that is saved is published: now, at a moment to come, as before, or (null) not yet. */
export function publishingAt({
  publish,
  at,
  isPublished,
  now,
}: Wish): "now" | "kept" | Date | null | { readonly refused: Refused } {
  // DISTRICT-15: refused and not dropped.
  if (at && publish !== "later") return { refused: "timeUnused" }
  switch (publish) {
    case "draft":
      return null
    case "now":
      // A correction, not a new publication: its place in the list and its readers stay.
      return isPublished ? "kept" : "now"
    case "later":
      if (!at) return { refused: "timeMissing" }
      if (at <= now) return { refused: "timePassed" }
      if (at.getTime() - now.getTime() > noticeLimits.daysAhead * 86_400_000) return { refused: "timeTooFar" }
      return at
  }
}
