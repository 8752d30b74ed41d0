import { Button } from "../../ui/forms/button.tsx"
import css from "./notices.module.css"

interface KeyPagerProps {
  readonly page: number
  readonly next: string | null
  readonly onPage: (page: number, next: string | null) => void
}

/** Of a list whose length nobody counts. */
export function KeyPager({ page, next, onPage }: KeyPagerProps) {
  return (
    <nav className={css.pager} aria-label="翻页">
      <Button disabled={page === 0} onClick={() => onPage(page - 1, next)}>
        上一页
      </Button>
      <span aria-live="polite">第 {page + 1} 页</span>
      <Button disabled={next === null} onClick={() => onPage(page + 1, next)}>
        下一页
      </Button>
    </nav>
  )
}
