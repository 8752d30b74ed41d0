/**
 * jsdom matches every rule of its sheet for every element whose style is asked for, which takes a third of the time of the
 * tests that draw. Queries by role look at a few properties alone, and no sheet of ours is loaded. A setup file of the portal's
 * tests.
 */
const hidden =
  "[hidden], dialog:not([open]), details:not([open]) > :not(summary), script, style, template, head, noscript"
const inline =
  "a, abbr, b, bdi, br, code, em, i, img, kbd, label, mark, q, s, small, span, strong, sub, sup, svg, time, u"
const inlineBlock = "button, input, select, textarea, meter, progress"

function displayOf(element: Element): string {
  if (element.matches(hidden)) return "none"
  if (element.matches(inline)) return "inline"
  return element.matches(inlineBlock) ? "inline-block" : "block"
}

/** `visibility` and `pointer-events` go down to what is inside. */
function inherited(element: Element, name: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = (at as HTMLElement).style?.getPropertyValue(name)
    if (own) return own
  }
  return name === "visibility" ? "visible" : "auto"
}

function valueOf(element: Element, name: string): string {
  if (name === "visibility" || name === "pointer-events") return inherited(element, name)
  const own = (element as HTMLElement).style?.getPropertyValue(name) ?? ""
  return name === "display" && own === "" ? displayOf(element) : own
}

const dashed = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

window.getComputedStyle = (element, pseudo) =>
  new Proxy((element as HTMLElement).style ?? document.createElement("span").style, {
    get(style, name) {
      if (typeof name !== "string") return Reflect.get(style, name) as unknown
      const read = (asked: string) => (pseudo ? "" : valueOf(element, asked))
      if (name === "getPropertyValue") return read
      const own = Reflect.get(style, name) as unknown
      return typeof own === "string" ? read(dashed(name)) : own
    },
  })
