import {
  isPictureId,
  pictureAttribute,
  picturesIn,
  richTextLimits,
  richTextTags,
} from "@uc/contract/rich-text/rich-text"
import { cutText } from "@uc/contract/core/cut-text"
import sanitizeHtml from "sanitize-html"

/** Elements whose text content is removed too. */
const swallowed = (
  "script style noscript template title textarea select option xmp plaintext " +
  "iframe frame frameset noframes object embed applet noembed svg math"
).split(" ")

const cellSpan = /^[1-9][0-9]?$/

function link(tagName: string, { href }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const address = webAddress(href ?? "")
  if (address === null) return { tagName, attribs: {} }
  return { tagName, attribs: { href: address, target: "_blank", rel: "noopener nofollow" } }
}

/** The address as a browser would read it, or null: only http, https and mailto. */
function webAddress(href: string): string | null {
  if (!/^(https?:\/\/|mailto:)/i.test(href.trim()) || !URL.canParse(href.trim())) return null
  const { protocol, username, password, href: read } = new URL(href.trim())
  const isHarmless = ["http:", "https:", "mailto:"].includes(protocol) && !username && !password
  return isHarmless ? read : null
}

function cell(tagName: string, { colspan, rowspan }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  return {
    tagName,
    attribs: {
      ...(colspan !== undefined && cellSpan.test(colspan) && { colspan }),
      ...(rowspan !== undefined && cellSpan.test(rowspan) && { rowspan }),
    },
  }
}

const listStart = /^[1-9][0-9]{0,2}$/

function numbered(tagName: string, { start }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  return { tagName, attribs: { ...(start !== undefined && listStart.test(start) && { start }) } }
}

const pixels = /^[1-9][0-9]{0,3}$/

/** DAY-8: an own picture, by its id. Any address is dropped, and with it whatever has no id. */
function picture(tagName: string, found: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { [pictureAttribute]: id = "", alt = "", width = "", height = "" } = found
  if (!isPictureId(id)) return { tagName, attribs: {} }
  const words = alt
    .replaceAll(/[<>"'&\p{Cc}]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
  return {
    tagName,
    attribs: {
      [pictureAttribute]: id,
      alt: cutText(words, richTextLimits.alt).trim(),
      ...(pixels.test(width) && pixels.test(height) && { width, height }),
    },
  }
}

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: {
    a: ["href", "target", "rel"],
    ol: ["start"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
    img: [pictureAttribute, "alt", "width", "height"],
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && attribs[pictureAttribute] === undefined,
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  nonTextTags: swallowed,
  transformTags: {
    a: link,
    ol: numbered,
    td: cell,
    th: cell,
    img: picture,
    h1: "h2",
    h5: "h4",
    h6: "h4",
    div: "p",
    del: "s",
    strike: "s",
  },
  disallowedTagsMode: "discard",
  enforceHtmlBoundary: false,
  parseStyleAttributes: false,
  nestingLimit: 24,
}

const roundsAtMost = 6

/**
 * HTML of harmless tags only. Cleaned until cleaning changes nothing, so that nothing becomes harmful when it is parsed
 * a second time; what never settles loses all its tags.
 */
export function cleanHtml(dirty: string): string {
  let before = dirty
  for (let round = 0; round < roundsAtMost; round++) {
    const clean = sanitizeHtml(before, options)
      .replaceAll(/<p>\s*<\/p>/g, "")
      .trim()
    if (clean === before) return clean
    before = clean
  }
  return sanitizeHtml(before, { allowedTags: [], allowedAttributes: {} })
}

/** Neither words nor a picture. The text was cleaned. */
export function isBlank(html: string): boolean {
  return plainTextOf(html) === "" && picturesIn(html).length === 0
}

const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" }

/** Its text in one line. */
export function plainTextOf(html: string): string {
  const spaced = html.replaceAll(/<(\/(p|h\d|li|td|th|tr|blockquote|div)|br)\b/gi, " $&")
  const bare = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {}, nonTextTags: swallowed })
  return bare
    .replaceAll(/&(lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/[\s\u00a0]+/g, " ")
    .trim()
}
