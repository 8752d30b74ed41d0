import { useMemo } from "react"
import css from "./article.module.css"

/**
 * HTML that the server has cleaned, in our own typography. Nothing else may be passed in: typed text goes through the
 * server first.
 */
export function CleanHtml({ html }: { readonly html: string }) {
  const inner = useMemo(() => ({ __html: html }), [html])
  // oxlint-disable-next-line react/no-danger
  return <div className={css.body} dangerouslySetInnerHTML={inner} />
}
