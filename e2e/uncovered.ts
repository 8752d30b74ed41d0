import type { Locator } from "@playwright/test"

/** Whatever is pressed within it is the element itself, up to its corners. */
export function isUncovered(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect()
    const xs = [left + 3, (left + right) / 2, right - 3]
    const ys = [top + 3, (top + bottom) / 2, bottom - 3]
    return xs.every((x) => ys.every((y) => node.contains(document.elementFromPoint(x, y))))
  })
}
