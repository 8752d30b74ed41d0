import { useEffect, useLayoutEffect, useRef, type RefObject } from "react"
import { NavigationType, useLocation, useNavigationType } from "react-router"

/** A page that has not become as long as it was by then has changed. */
const patienceMs = 3000

/**
 * Another page begins at its beginning; "back" and "forward" lead to where one was on it. The browser keeps that for the window alone, and here a part
 * of the page scrolls. Kept for each entry of the history as long as the document lives.
 */
export function useKeptScroll(scrolled: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const places = useRef(new Map<string, number>())
  const here = useRef(key)
  const page = useRef(pathname)

  useEffect(() => {
    const box = scrolled.current
    const note = () => box && places.current.set(here.current, box.scrollTop)
    box?.addEventListener("scroll", note, { passive: true })
    return () => box?.removeEventListener("scroll", note)
  }, [scrolled])

  useLayoutEffect(() => {
    const box = scrolled.current
    const [isHere, isSamePage] = [here.current === key, page.current === pathname]
    here.current = key
    page.current = pathname
    if (!box || isHere) return
    const placePx = type === NavigationType.Pop ? (places.current.get(key) ?? 0) : 0
    // With the frame that draws the page: here it would have the whole page laid out before its other parts have come (OPS-9). Never
    // taken back: a page that writes its filters into the address has another entry before that frame.
    if (!isSamePage) requestAnimationFrame(() => box.scrollTo(0, 0))
    return placePx === 0 ? undefined : scrollOnceLongEnough(box, placePx)
  }, [key, pathname, type, scrolled])
}

/** Lists are loaded and cards are drawn after the page: until it is long enough it is tried at each change of its height. */
function scrollOnceLongEnough(box: HTMLElement, placePx: number): () => void {
  const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(go)
  const timer = setTimeout(end, patienceMs)
  // Whoever moves by themselves is left alone.
  const presses = ["wheel", "touchstart", "keydown", "pointerdown"] as const
  for (const press of presses) box.addEventListener(press, end, { passive: true })
  function end(): void {
    observer?.disconnect()
    clearTimeout(timer)
    for (const press of presses) box.removeEventListener(press, end)
  }
  function go(): void {
    if (box.scrollHeight - box.clientHeight < placePx) return
    box.scrollTop = placePx
    end()
  }
  for (const part of box.children) observer?.observe(part)
  return end
}
