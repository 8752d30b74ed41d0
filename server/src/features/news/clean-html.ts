import sanitizeHtml from "sanitize-html"

/** Text with structure, links and tables; nothing that runs, looks like the portal or is loaded from elsewhere. */
const tags = "p br hr h2 h3 h4 ul ol li blockquote b strong i em u s a table thead tbody tr th td".split(" ")

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

const options: sanitizeHtml.IOptions = {
  allowedTags: tags,
  allowedAttributes: { a: ["href", "target", "rel"], td: ["colspan", "rowspan"], th: ["colspan", "rowspan"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  nonTextTags: swallowed,
  transformTags: {
    a: link,
    td: cell,
    th: cell,
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
