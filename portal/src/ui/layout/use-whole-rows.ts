import { useLayoutEffect, type RefObject } from "react"

/** The box of its own card: on phones cards are as high as their content, and what scrolls is the page. */
function scrollsAround(list: HTMLElement): HTMLElement | null {
  const card = list.closest("[data-card]")
  for (let box = list.parentElement; box !== null && box !== card; box = box.parentElement)
    if (getComputedStyle(box).overflowY === "auto") return card?.contains(box) ? box : null
  return null
}

/** Rows keep their place when they are not shown, so that nothing is laid out a second time. */
function showWholeRows(list: HTMLElement): void {
  const rows = [...list.children] as HTMLElement[]
  const shortened = list.closest<HTMLElement>("[data-shortened]")
  if (shortened) {
    delete shortened.dataset["shortened"]
    shortened.style.overflowY = ""
  }
  const box = scrollsAround(list)
  const endPx =
    box && box.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(box).paddingBottom)
  // A pixel of rounding does not count.
  const firstCut =
    endPx === null ? -1 : rows.findIndex((row) => row.getBoundingClientRect().bottom > endPx + 1)
  for (const [at, row] of rows.entries())
    row.style.visibility = firstCut !== -1 && at >= Math.max(1, firstCut) ? "hidden" : ""
  if (box && firstCut > 0) {
    box.dataset["shortened"] = ""
    box.style.overflowY = "hidden"
  }
}

/**
 * For a list at the end of a box of fixed height whose link leads to all of it: a row that does not fit whole is not shown, instead of
 * half a row and a scroll bar. The first row always is.
 */
export function useWholeRows(list: RefObject<HTMLElement | null>, isOn = true): void {
  // After every drawing: there may be other rows. Measured by the observer, which is called once everything is laid out and before it
  // is painted: read here, each of home's lists would have the whole page laid out anew.
  useLayoutEffect(() => {
    const element = list.current
    if (!isOn || element === null || typeof ResizeObserver === "undefined") return
    const observer = new ResizeObserver(() => showWholeRows(element))
    observer.observe(element)
    if (element.parentElement) observer.observe(element.parentElement)
    return () => observer.disconnect()
  })
}
