import { useState } from "react"
import { Button } from "../forms/button.tsx"
import { inThousands } from "../format/in-thousands.ts"
import css from "./pager.module.css"

interface CursorPagerProps {
  /** The cursor of the page that is shown; empty: the first. */
  readonly cursor: string
  /** The cursor of the next page; null: this is the last. */
  readonly next: string | null
  readonly total?: number | undefined
  readonly unit?: string | undefined
  /** The cursors of the pages that were walked through, from the first on; remembered here where nobody else does. */
  readonly trail?: readonly string[]
  readonly onTrail?: (trail: readonly string[]) => void
  readonly onPage: (cursor: string) => void
}

/** At the foot of a list that is walked by key and only forwards: the way back is the trail, and what is not on it has no number. */
export function CursorPager({ cursor, next, total, unit = "条", trail, onTrail, onPage }: CursorPagerProps) {
  const [own, setOwn] = useState<readonly string[]>([""])
  const walked = trail ?? own
  const at = cursor === "" ? 0 : walked.indexOf(cursor)
  const previous = walked[at - 1]
  // Where it is told with the first page only, it is as true for the others.
  const [told, setTold] = useState(total)
  if (total !== undefined && total !== told) setTold(total)
  if (cursor === "" && next === null && told === undefined) return null
  return (
    <nav className={css.pager} aria-label="翻页">
      {told !== undefined && (
        <span className={css.total} role="status">
          共 {inThousands(told)} {unit}
        </span>
      )}
      {(cursor !== "" || next !== null) && (
        <>
          <Button disabled={cursor === ""} onClick={() => onPage(previous ?? "")}>
            {cursor !== "" && previous === undefined ? "回到第一页" : "上一页"}
          </Button>
          {at >= 0 && <span aria-live="polite">第 {at + 1} 页</span>}
          <Button
            disabled={next === null}
            onClick={() => {
              // Behind a page without a number there is none either.
              if (at >= 0) (onTrail ?? setOwn)([...walked.slice(0, at + 1), next ?? ""])
              onPage(next ?? "")
            }}
          >
            下一页
          </Button>
        </>
      )}
    </nav>
  )
}
