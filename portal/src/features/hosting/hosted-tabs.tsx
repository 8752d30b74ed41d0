import { useEffect, useRef } from "react"
import { useNavigate } from "react-router"
import { Link } from "../../ui/navigation/link.tsx"
import { dispatchHosted, hostedLabel, useHostedPages, type HostedPage } from "./hosted-pages.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { scrollToShow } from "../../ui/navigation/scroll-to-show.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./hosted-tabs.module.css"

/** The open pages of other sites: switch without loading again, close, reload, open in a window. */
export function HostedTabs() {
  const { pages, current } = useHostedPages()
  const navigate = useNavigate()
  const here = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // Among many, or on a phone, the tab may be out of sight.
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
    <Row gap={8} className={css.strip}>
      <nav aria-label="已打开的页面" className={css.pages}>
        {/* Room for the focus ring. */}
        <Row as="ul" gap={4} pad={2}>
          {pages.map((page) => {
            const isHere = page.key === current
            return (
              <Row
                as="li"
                rigid
                key={page.key}
                surface="outline"
                className={classes(css.tab, isHere && css.here)}
              >
                <Text
                  as={Link}
                  truncate
                  padX={10}
                  padY={6}
                  tone={isHere ? "brand" : "soft"}
                  size={13}
                  weight={isHere ? 500 : 400}
                  ref={isHere ? here : undefined}
                  to={page.key}
                  aria-current={isHere ? "page" : undefined}
                >
                  {hostedLabel(page)}
                </Text>
                <Button
                  look="quiet"
                  className={css.close}
                  aria-label={`关闭：${hostedLabel(page)}`}
                  title="关闭"
                  onClick={() => close(page)}
                >
                  <Icon name="close" sizePx={14} />
                </Button>
              </Row>
            )
          })}
        </Row>
      </nav>
      {shown && (
        <Row rigid gap={4}>
          <Button
            look="quiet"
            aria-label="重新加载此页面"
            title="重新加载此页面"
            onClick={() => dispatchHosted({ type: "reloaded", key: shown.key })}
          >
            <Icon name="retry" />
          </Button>
          <a
            href={shown.href}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ look: "quiet" })}
            aria-label="在新窗口打开"
            title="在新窗口打开"
          >
            <Icon name="outside" />
          </a>
        </Row>
      )}
    </Row>
  )
}
