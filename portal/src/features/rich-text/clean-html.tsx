import { pictureAttribute, withParagraphs } from "@uc/contract/rich-text/rich-text"
import { useMemo } from "react"
import { attachmentAddress } from "../attachments/public.ts"
import css from "./text.module.css"

const picture = new RegExp(`<img ${pictureAttribute}="([0-9]{1,18})"`, "g")

/** The pictures of a cleaned text get the address at which this site serves its files. */
export function withAddresses(html: string): string {
  return html.replaceAll(picture, (_found, id: string) => {
    const address = attachmentAddress(id, "full").replaceAll("&", "&amp;").replaceAll('"', "%22")
    return `<img src="${address}" loading="lazy" ${pictureAttribute}="${id}"`
  })
}

/**
 * HTML that the server has cleaned, in our own typography. Nothing else may be passed in: typed text goes through the
 * server first.
 */
export function CleanHtml({ html }: { readonly html: string }) {
  const inner = useMemo(() => ({ __html: withAddresses(withParagraphs(html)) }), [html])
  // oxlint-disable-next-line react/no-danger
  return <div className={css.body} dangerouslySetInnerHTML={inner} />
}
