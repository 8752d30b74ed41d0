/**
 * Word and WPS put a list on the clipboard as paragraphs with a style `mso-list:l0 level1 lfo1` and their number or bullet as
 * text, between the comments `[if !supportLists]` and `[endif]`. These become real lists. A numbering that a list of ours
 * can't draw (一、 （一） 第一条 1.1) stays as text: in a document of an office it is part of what is said.
 */
export function makeRealLists(root: HTMLElement): void {
  const open: OpenList[] = []
  let last: Element | null = null
  for (const paragraph of root.querySelectorAll<HTMLElement>("p, h1, h2, h3, h4, h5, h6, div")) {
    const level = levelOf(paragraph)
    if (level === null) continue
    const marker = takeMarker(paragraph)
    const numbering = numberingOf(marker)
    if (numbering === "text" || paragraph.localName !== "p") {
      if (numbering !== "bullet") paragraph.prepend(marker)
      open.length = 0
      last = null
      continue
    }
    if (last === null || previousElement(paragraph) !== last) open.length = 0
    last = put(paragraph, { level, numbering }, open)
  }
}

type Numbering = "bullet" | number

interface OpenList {
  readonly level: number
  readonly list: HTMLElement
}

function levelOf(paragraph: HTMLElement): number | null {
  const [, level] = /mso-list:\s*l\d+\s+level([1-9])/i.exec(paragraph.getAttribute("style") ?? "") ?? []
  return level === undefined ? null : Number(level)
}

/** What stands before it, without blanks and comments between. */
function previousElement(element: Element): Element | null {
  for (let node = element.previousSibling; node; node = node.previousSibling) {
    if (node instanceof Element) return node
    if (node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() !== "") return null
  }
  return null
}

/** Removes the number or bullet and returns it. */
function takeMarker(paragraph: HTMLElement): string {
  const ignored = paragraph.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')
  const begin = commentIn(paragraph, /^\[if !supportLists\]/)
  if (begin) {
    let words = ""
    for (let node = begin.nextSibling; node && !isEnd(node); node = begin.nextSibling) {
      words += node.textContent ?? ""
      node.remove()
    }
    return words.trim()
  }
  const words = ignored?.textContent ?? ""
  ignored?.remove()
  return words.trim()
}

function isEnd(node: Node): boolean {
  return node.nodeType === Node.COMMENT_NODE && (node.nodeValue ?? "").startsWith("[endif]")
}

function commentIn(root: HTMLElement, pattern: RegExp): Comment | null {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (pattern.test(node.nodeValue ?? "")) return node as Comment
  return null
}

/** A bullet, the number of an item, or text that must stay. Bullets of Wingdings are single letters. */
function numberingOf(marker: string): Numbering | "text" {
  const [, digits] = /^[（(]?(\d{1,3})[.．)）、]?$/.exec(marker) ?? []
  if (digits !== undefined) return Number(digits)
  if (/^[（(]?[a-z]{1,4}[.．)）、]$/i.test(marker)) return 1
  if (/^[^\p{Letter}\p{Number}]{0,2}$|^[a-z]$/iu.test(marker)) return "bullet"
  return "text"
}

/** Moves the paragraph into its list; returns the outermost list. */
function put(
  paragraph: HTMLElement,
  { level, numbering }: { readonly level: number; readonly numbering: Numbering },
  open: OpenList[],
): Element {
  const name = numbering === "bullet" ? "ul" : "ol"
  const { ownerDocument: document } = paragraph
  while ((open.at(-1)?.level ?? 0) > level && open.length > 1) open.pop()
  let top = open.at(-1)
  if (top && top.level >= level && top.list.localName !== name) {
    open.pop()
    top = open.at(-1)
    // Another kind at the outermost level begins a list of its own.
    if (!top) return put(paragraph, { level, numbering }, open)
  }
  let list = top && top.level >= level ? top.list : null
  if (!list) {
    list = document.createElement(name)
    if (typeof numbering === "number" && numbering > 1) list.setAttribute("start", String(numbering))
    const item = top?.list.lastElementChild
    if (item) item.append(list)
    else paragraph.before(list)
    open.push({ level, list })
  }
  const item = document.createElement("li")
  const text = document.createElement("p")
  text.append(...paragraph.childNodes)
  item.append(text)
  list.append(item)
  paragraph.remove()
  return open[0]?.list ?? list
}
