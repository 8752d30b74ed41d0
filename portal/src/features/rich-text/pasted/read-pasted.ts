import { waitingAttribute } from "@uc/contract/rich-text/rich-text"
import { pasteInWords, styledIn } from "./left-out.ts"
import { isFromOffice, removeOfficeMarks } from "./office-marks.ts"
import { pictureWidth } from "./picture-width.ts"
import { makeRealLists } from "./word-lists.ts"

export interface PastedPicture {
  /** Of the place that waits for it. */
  readonly key: string
  /** A file of the clipboard, a `data:` address, or an address of ours. */
  readonly source: File | string
  /** How wide it was in the text it comes from. */
  readonly width?: number
}

export interface Pasted {
  /** What the editor's document can hold, pictures as places that wait. */
  readonly html: string
  readonly pictures: readonly PastedPicture[]
  /** What was kept and what was left out; null: nothing worth a word. */
  readonly said: string | null
}

export interface PasteContext {
  /** The pictures of the clipboard beside the text. */
  readonly files: readonly File[]
  /** Whether an address is one of our own files. */
  readonly isOwn: (address: string) => boolean
  /** A new one with each call. */
  readonly newKey: () => string
  /** How many pictures the text still takes. */
  readonly room: number
}

/** DAY-8: what is pasted becomes headings, lists, tables, pictures, links and emphasis; the rest is dropped and said. */
export function readPasted(source: HTMLElement, context: PasteContext): Pasted {
  const root = source.cloneNode(true) as HTMLElement
  const isOffice = isFromOffice(root)
  const styled = styledIn(root)
  const marks = removeOfficeMarks(root)
  makeRealLists(root)
  const writer = new Writer(root, context)
  const { out, pictures, missing } = writer.written()
  const has = (selector: string) => out.querySelector(selector) !== null
  const kept = {
    headings: has("h2, h3, h4"),
    lists: has("ul, ol"),
    tables: has("table"),
    pictures: pictures.length > 0,
  }
  const said = isOffice || missing > 0 ? pasteInWords(kept, { ...styled, ...marks, pictures: missing }) : null
  return { html: out.innerHTML, pictures, said }
}

const blocks = new Set("p h1 h2 h3 h4 h5 h6 ul ol li table thead tbody tfoot tr td th blockquote".split(" "))
const copied: Readonly<Record<string, string>> = {
  ul: "ul",
  ol: "ol",
  li: "li",
  table: "table",
  tr: "tr",
  td: "td",
  th: "th",
  blockquote: "blockquote",
  b: "strong",
  strong: "strong",
  i: "em",
  em: "em",
  u: "u",
  ins: "",
}
const swallowed = new Set(
  "head iframe object embed svg math video audio canvas select textarea button input col colgroup hr".split(
    " ",
  ),
)
const cjk = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]$/
const cjkFirst = /^[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/

/** Writes a new text from a pasted one: only what is named here gets into it. */
class Writer {
  private readonly root: HTMLElement
  private readonly context: PasteContext
  private readonly document: Document
  private readonly pictures: PastedPicture[] = []
  private readonly fileOf: ReadonlyMap<Element, File>
  private readonly headingShift: number
  private missing = 0
  private lastWords = ""

  constructor(root: HTMLElement, context: PasteContext) {
    this.root = root
    this.context = context
    this.document = root.ownerDocument
    this.fileOf = filesOf(root, context)
    this.headingShift = root.querySelector("h1, .MsoTitle") ? 1 : 0
  }

  written() {
    const out = this.document.createElement("div")
    this.copyChildren(this.root, out)
    for (const element of out.querySelectorAll("p, h2, h3, h4, strong, em, u, a, li"))
      if (element.closest("td, th") === null && isHollow(element)) element.remove()
    return { out, pictures: this.pictures, missing: this.missing }
  }

  private copyChildren(from: Node, to: Element): void {
    for (const child of from.childNodes) this.copy(child, to)
  }

  private copy(node: Node, to: Element): void {
    if (node.nodeType === Node.TEXT_NODE) this.copyText(node.nodeValue ?? "", to)
    if (node instanceof Element) this.copyElement(node, to)
  }

  /** A line break inside of Chinese text is no blank: Word breaks its lines wherever it likes. */
  private copyText(written: string, to: Element): void {
    const words = written
      .replaceAll(/([\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f])[ \t]*\r?\n[ \t]*/g, "$1\n")
      .replaceAll(/\n(?=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f])/g, "")
      .replaceAll(/[ \t\r\n]+/g, " ")
    const before = to.lastChild
    // Between two blocks it is no blank either.
    if (words === " " && (before === null || (before instanceof Element && isBlock(before)))) return
    const isGap = words === " " && /\n/.test(written)
    if (words === "" || (isGap && cjk.test(this.lastWords))) return
    const isSplit = words.startsWith(" ") && /^\s*\n/.test(written) && cjk.test(this.lastWords)
    const shown = isSplit && cjkFirst.test(words.trimStart()) ? words.trimStart() : words
    this.lastWords = shown
    to.append(this.document.createTextNode(shown))
  }

  private copyElement(element: Element, to: Element): void {
    const name = element.localName
    if (swallowed.has(name)) return
    if (name === "img") return this.copyPicture(element, to)
    if (name === "br") {
      this.lastWords = ""
      // A page has no page breaks.
      if (!/page-break|mso-break-type/i.test(element.getAttribute("style") ?? "")) to.append(this.make("br"))
      return
    }
    if (blocks.has(name)) this.lastWords = ""
    const made = this.madeOf(element, name)
    if (!made) return this.copyChildren(element, to)
    to.append(made)
    const inner = isBlock(made) ? made : this.emphasised(element, made)
    this.copyChildren(element, inner)
  }

  /** Null: its content stays, itself does not. */
  private madeOf(element: Element, name: string): Element | null {
    const heading = headingLevel(element, name)
    if (heading !== null) return this.make(`h${Math.min(4, Math.max(2, heading + this.headingShift))}`)
    if (name === "p" || ((name === "div" || name === "pre" || name === "dd") && !hasBlocks(element)))
      return this.make("p")
    if (name === "a") return this.link(element)
    const copy = copied[name]
    if (copy !== undefined && copy !== "") return withSpans(this.make(copy), element)
    return this.emphasis(element)
  }

  private link(element: Element): Element | null {
    const href = element.getAttribute("href") ?? ""
    if (!/^(https?:\/\/|mailto:)/i.test(href)) return null
    const made = this.make("a")
    made.setAttribute("href", href)
    return made
  }

  /** Of a `span` or `font` by its style; null: none. */
  private emphasis(element: Element): Element | null {
    if (hasBlocks(element)) return null
    const [outer] = marksOf(element)
    return outer === undefined || element.closest("h1, h2, h3, h4, h5, h6") ? null : this.make(outer)
  }

  /** The innermost of several marks of one style. */
  private emphasised(element: Element, outer: Element): Element {
    if (element.localName !== "span" && element.localName !== "font") return outer
    return marksOf(element)
      .slice(1)
      .reduce<Element>((around, mark) => {
        const inner = this.make(mark)
        around.append(inner)
        return inner
      }, outer)
  }

  private copyPicture(element: Element, to: Element): void {
    // A dot that only counts readers.
    if ([1, 2].includes(Number(element.getAttribute("width")))) return
    const source = this.fileOf.get(element) ?? ownSource(element, this.context)
    if (source === null || this.pictures.length >= this.context.room) {
      this.missing++
      return
    }
    const key = this.context.newKey()
    const width = pictureWidth(element)
    this.pictures.push({ key, source, ...(width !== null && { width }) })
    const place = this.make("img")
    place.setAttribute(waitingAttribute, key)
    to.append(place)
  }

  private make(name: string): Element {
    return this.document.createElement(name)
  }
}

/** The source that a page of ours can read. */
function ownSource(element: Element, { isOwn }: PasteContext): string | null {
  const source = element.getAttribute("src") ?? ""
  const isReadable =
    /^data:image\/(png|jpe?g|gif|webp);base64,/i.test(source) || (source !== "" && isOwn(source))
  return isReadable ? source : null
}

/** Files of the clipboard belong to the pictures without a readable source if there are as many: nothing else tells them apart. */
function filesOf(root: HTMLElement, context: PasteContext): ReadonlyMap<Element, File> {
  const files = context.files.filter(({ type }) => type.startsWith("image/"))
  const places = [...root.querySelectorAll("img")].filter((place) => ownSource(place, context) === null)
  if (files.length === 0 || files.length !== places.length) return new Map()
  return new Map(places.flatMap((place, at) => (files[at] ? [[place, files[at]] as const] : [])))
}

function headingLevel(element: Element, name: string): number | null {
  if (/^h[1-6]$/.test(name)) return Number(name.slice(1))
  if (name !== "p") return null
  if (element.classList.contains("MsoTitle")) return 1
  const [, byClass] = /\bMsoHeading([1-6])\b/.exec(element.className) ?? []
  const [, byStyle] = /mso-outline-level:\s*([1-6])/i.exec(element.getAttribute("style") ?? "") ?? []
  return byClass === undefined && byStyle === undefined ? null : Number(byClass ?? byStyle)
}

function hasBlocks(element: Element): boolean {
  return element.querySelector("p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, div") !== null
}

function isBlock({ localName }: Element): boolean {
  return blocks.has(localName)
}

function marksOf(element: Element): string[] {
  const style = element.getAttribute("style") ?? ""
  return [
    /font-weight:\s*(bold|[6-9]00)/i.test(style) && "strong",
    /font-style:\s*italic/i.test(style) && "em",
    /text-decoration[^;:]*:\s*underline/i.test(style) && "u",
  ].filter((mark) => mark !== false)
}

function withSpans(made: Element, from: Element): Element {
  const names = made.localName === "td" || made.localName === "th" ? ["colspan", "rowspan"] : ["start"]
  for (const name of names) {
    const value = Number(from.getAttribute(name))
    const isMeant = name === "start" ? made.localName === "ol" : true
    if (isMeant && Number.isInteger(value) && value > 1 && value < 100) made.setAttribute(name, String(value))
  }
  return made
}

function isHollow(element: Element): boolean {
  const words = (element.textContent ?? "").replaceAll(/[\s\u00a0\u200b]/g, "")
  return words === "" && element.querySelector("img, br, table") === null
}
