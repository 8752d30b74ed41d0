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
  readonly onPage: (cursor: string) => void
}

/** The pager of a list whose cursors lead only forwards: the way back is remembered here. */
export function CursorPager({ cursor, next, total, unit = "条", onPage }: CursorPagerProps) {
  // Cursors of the pages before the one that is shown. Gone with a reload: then "back" leads to the first page.
  const [before, setBefore] = useState<readonly string[]>([])
  const known = cursor === "" ? [] : before
  const previous = known[known.length - 1]
  // The total comes with the first page only, and is shown for the others too.
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
          <Button
            disabled={cursor === ""}
            onClick={() => {
              setBefore(known.slice(0, -1))
              onPage(previous ?? "")
            }}
          >
            {cursor !== "" && previous === undefined ? "回到第一页" : "上一页"}
          </Button>
          {(cursor === "" || known.length > 0) && <span aria-live="polite">第 {known.length + 1} 页</span>}
          <Button
            disabled={next === null}
            onClick={() => {
              setBefore(cursor === "" ? [""] : [...known, cursor])
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
