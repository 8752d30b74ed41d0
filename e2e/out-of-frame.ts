/**
 * Runs in the page, and so uses nothing from around it: scrolls everything to its end and says what is not where it belongs then. The
 * header is at the top, the tab bar of a phone at the bottom, the document itself as high as the window; the dialog on top is inside of
 * it. What lines of alarms need at the foot (`--alarm-room`) is theirs.
 */
export function outOfFrame(): readonly string[] {
  const found: string[] = []
  const room = getComputedStyle(document.documentElement).getPropertyValue("--alarm-room")
  const foot = innerHeight - (Number.parseFloat(room) || 0)
  const isNear = (one: number, other: number) => Math.abs(one - other) <= 1
  const say = (what: string, { top, right, bottom, left }: DOMRect) =>
    found.push(
      `${what}: from ${Math.round(left)}, ${Math.round(top)} to ${Math.round(right)}, ${Math.round(bottom)} of ${innerWidth}, ${Math.round(foot)}`,
    )

  const dialog = [...document.querySelectorAll("dialog[open]")].pop()
  if (dialog) {
    const box = dialog.getBoundingClientRect()
    const isInside = box.top >= -1 && box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= foot + 1
    // One that is as high as its content, and one that keeps its height and has lost its content.
    if (!isInside || box.height < 100) say("dialog", box)
    for (const button of dialog.querySelectorAll("footer button, form button[type=submit]")) {
      const place = button.getBoundingClientRect()
      if (place.top < box.top || place.bottom > box.bottom + 1) say(`button ${button.textContent}`, place)
    }
    return found
  }

  const content = document.querySelector("#content")
  const header = document.querySelector("header")
  if (!content || !header) return ["The frame is not drawn"]
  content.scrollTop = content.scrollHeight
  window.scrollTo(0, document.documentElement.scrollHeight)
  if (window.scrollY > 0) found.push(`the document is scrolled by ${Math.round(window.scrollY)}`)
  const isSeen = (part: Element, { left, right, top, bottom }: DOMRect) =>
    part.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))

  const head = header.getBoundingClientRect()
  if (!isNear(head.top, 0) || !isSeen(header, head)) say("header", head)
  const tabs = document.querySelector("nav[aria-label='底部导航']")
  const isPhone = matchMedia("(max-width: 767px)").matches
  const last = isPhone ? tabs : content
  const end = last?.getBoundingClientRect()
  if (!last || !end) found.push("There is no tab bar")
  else if (!isNear(end.bottom, foot) || !isSeen(last, end)) say(isPhone ? "tab bar" : "content", end)
  return found
}

/** Runs in the page: without something to scroll, everything would be in its frame. */
export function isLongerThanWindow(): boolean {
  return (document.querySelector("#content")?.scrollHeight ?? 0) > innerHeight
}
