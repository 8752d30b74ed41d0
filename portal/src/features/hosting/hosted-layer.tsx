import { useEffect } from "react"
import { watchInForce } from "../domains/public.ts"
import { dispatchHosted, useHostedPages } from "./hosted-pages.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { HostedFrame } from "./hosted-frame.tsx"
import { useInForceWatch } from "./use-hosting-verdict.ts"
import { Row } from "../../ui/primitives/row.tsx"
import css from "./hosted-frame.module.css"

const brokenPage = { title: "页面显示异常", words: "该页面无法显示，请重试。" }

/**
 * HOME-7: the frames of all open pages, beside the page on screen. They are never moved or removed until their page is
 * closed, so that each keeps what was typed into it.
 */
export function HostedLayer() {
  const { pages, current } = useHostedPages()
  useInForceWatch(pages.some(({ origin }) => origin !== window.location.origin))
  useEffect(
    () =>
      watchInForce(({ domains }) => {
        if (!domains) return
        const isPermitted = (origin: string) => origin === window.location.origin || domains.has(origin)
        dispatchHosted({ type: "listed", isPermitted })
      }),
    [],
  )
  if (pages.length === 0) return null
  return (
    <Row align="stretch" surface="card" className={classes(css.layer, current === null && css.idle)}>
      {pages.map((page) => (
        <ErrorBoundary
          key={page.key}
          place={`hosted page ${page.key}`}
          renderBroken={(retry) =>
            page.key === current && (
              <Row justify="center" className={css.cover}>
                <ErrorState {...brokenPage} onRetry={retry} />
              </Row>
            )
          }
        >
          <HostedFrame
            page={page}
            isShown={page.key === current}
            isAlone={pages.length === 1}
            dispatch={dispatchHosted}
          />
        </ErrorBoundary>
      ))}
    </Row>
  )
}
