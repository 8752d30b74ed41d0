import type { Page } from "@playwright/test"

/**
 * What nobody can read or press as it is drawn: fields and buttons beyond the side of the window, words that something cuts without an
 * ellipsis, words that stand out of their own button or cell of a table. Parts that scroll are left out.
 */
export function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const say = (how: string, part: Element) =>
      found.add(
        `${how}: ${part.tagName}.${part.className} ${(part.getAttribute("aria-label") ?? part.textContent).trim().slice(0, 30)}`,
      )
    const layer = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body
    const scrolls = ({ overflowX, overflowY }: CSSStyleDeclaration) =>
      /auto|scroll/.test(`${overflowX} ${overflowY}`)
    const isSeen = (part: Element) => {
      for (let up: Element | null = part; up; up = up.parentElement) {
        const { visibility, opacity } = getComputedStyle(up)
        if (visibility === "hidden" || opacity === "0" || up.matches(".only-read-aloud, svg, [inert]"))
          return false
      }
      return true
    }

    for (const part of layer.querySelectorAll("a, button, input, select, textarea, [role=treeitem]")) {
      const { left, right, width } = part.getBoundingClientRect()
      if (width > 0 && (left < -1 || right > innerWidth + 1) && isSeen(part)) say("beyond the side", part)
    }

    function lookAt(text: Text, part: Element): void {
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      if (lines.length === 0) return
      const words = range.getBoundingClientRect()
      // A line is higher than its letters.
      const spare = (words.height / lines.length - Number.parseFloat(getComputedStyle(part).fontSize)) / 2 + 1
      for (let up: Element | null = part; up && up !== document.documentElement; up = up.parentElement) {
        const style = getComputedStyle(up)
        if (scrolls(style) || style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") return
        // Placed outside on purpose: a number at the corner of an icon.
        if (style.position === "absolute") return
        const box = up.getBoundingClientRect()
        const isAside = words.left < box.left - 2 || words.right > box.right + 2
        const isAbove = words.top + spare < box.top || words.bottom - spare > box.bottom
        const isCutting = style.overflowX !== "visible" || style.overflowY !== "visible"
        const isOwnPlace = style.display !== "inline" && up.matches("button, a[class], [role=tab], th, td")
        if ((isAside || isAbove) && (isCutting || isOwnPlace))
          return void say(isCutting ? "cut" : "out of its place", part)
      }
    }

    const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const part = node.parentElement
      if (!part || node.textContent?.trim() === "" || /^(SCRIPT|STYLE|NOSCRIPT|OPTION)$/.test(part.tagName))
        continue
      if (isSeen(part)) lookAt(node as Text, part)
    }
    return [...found]
  })
}

/** What can be scrolled sideways, the document included, each with its first words. Nothing of ours may. */
export function sideways(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter(
        (part) => part === document.documentElement || /auto|scroll/.test(getComputedStyle(part).overflowX),
      )
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .map(
        (part) =>
          `${part.tagName}.${part.className} ${part.scrollWidth} > ${part.clientWidth}: ${part.textContent.slice(0, 30)}`,
      ),
  )
}
