import { useEffect, useRef } from "react"
import { Link, useNavigate } from "react-router"
import { dispatchHosted, hostedLabel, useHostedPages, type HostedPage } from "./hosted-pages.ts"
import { classes } from "../../ui/theme/classes.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { scrollToShow } from "../../ui/navigation/scroll-to-show.ts"
import css from "./hosted-tabs.module.css"

/** The open pages of other sites: from one to the other without loading again, close, load again, in a window of its own. */
export function HostedTabs() {
  const { pages, current } = useHostedPages()
  const navigate = useNavigate()
  const here = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // Among many, or on a phone, it may be beyond the edge.
    if (current !== null) scrollToShow(here.current)
  }, [current])
  if (pages.length === 0) return null
  const shown = pages.find(({ key }) => key === current)

  function close({ key }: HostedPage) {
    const next = pages.filter((page) => page.key !== key).toSorted((one, two) => two.shownAt - one.shownAt)[0]
    dispatchHosted({ type: "closed", key })
    if (key === current) void navigate(next?.key ?? "/main/home")
  }

  return (
    <div className={css.strip}>
      <nav aria-label="已打开的页面" className={css.pages}>
        <ul>
          {pages.map((page) => (
            <li key={page.key} className={classes(css.tab, page.key === current && css.here)}>
              <Link
                ref={page.key === current ? here : undefined}
                to={page.key}
                aria-current={page.key === current ? "page" : undefined}
              >
                {hostedLabel(page)}
              </Link>
              <button
                type="button"
                aria-label={`关闭：${hostedLabel(page)}`}
                title="关闭"
                onClick={() => close(page)}
              >
                <Icon name="close" sizePx={14} />
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {shown && (
        <div className={css.actions}>
          <button
            type="button"
            aria-label="重新加载此页面"
            title="重新加载此页面"
            onClick={() => dispatchHosted({ type: "reloaded", key: shown.key })}
          >
            <Icon name="retry" />
          </button>
          <a
            href={shown.href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label="在新窗口打开"
            title="在新窗口打开"
          >
            <Icon name="outside" />
          </a>
        </div>
      )}
    </div>
  )
}
