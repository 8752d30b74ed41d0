import { inThousands } from "../format/in-thousands.ts"
import { Button } from "../forms/button.tsx"
import { Icon } from "../navigation/icon.tsx"
import css from "./pager.module.css"

interface PagerProps {
  readonly total: number
  readonly pageSize: number
  /** From 0. */
  readonly page: number
  readonly onPage: (page: number) => void
  /** Where a page has two of them. */
  readonly label?: string
}

/** At the foot of a list that is longer than a page. */
export function Pager({ total, pageSize, page, onPage, label = "翻页" }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return (
    <nav className={css.pager} aria-label={label}>
      <span className={css.total}>共 {inThousands(total)} 条</span>
      <Button aria-label="上一页" disabled={page <= 0} onClick={() => onPage(page - 1)}>
        <span className={css.back}>
          <Icon name="right" sizePx={14} />
        </span>
        上一页
      </Button>
      <span aria-live="polite">
        第 {page + 1} / {pages} 页
      </span>
      <Button aria-label="下一页" disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
        下一页
        <Icon name="right" sizePx={14} />
      </Button>
    </nav>
  )
}
