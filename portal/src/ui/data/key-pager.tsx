import { Button } from "../forms/button.tsx"
import { Icon } from "../navigation/icon.tsx"
import css from "./pager.module.css"

interface KeyPagerProps {
  /** Cursors of the server; null: there is no such page. */
  readonly newer: string | null
  readonly older: string | null
  readonly onPage: (place: { readonly before: string; readonly after: string }) => void
}

/** The pager of a list with cursors in both directions: previous and next, without page numbers. */
export function KeyPager({ newer, older, onPage }: KeyPagerProps) {
  if (newer === null && older === null) return null
  return (
    <nav className={css.pager} aria-label="翻页">
      <Button disabled={newer === null} onClick={() => onPage({ before: "", after: newer ?? "" })}>
        <span className={css.back}>
          <Icon name="right" sizePx={14} />
        </span>
        上一页
      </Button>
      <Button disabled={older === null} onClick={() => onPage({ before: older ?? "", after: "" })}>
        下一页
        <Icon name="right" sizePx={14} />
      </Button>
    </nav>
  )
}
