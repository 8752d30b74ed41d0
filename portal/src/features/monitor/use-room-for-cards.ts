import { useLayoutEffect, useRef, type RefObject } from "react"

/** `lines`: at the foot of the window. `column`: at its right side. `bar`: the small bar. `panel`: the one that somebody opened. */
export type DockPlace = "lines" | "column" | "bar" | "panel"

/** The dock's width with its margins. */
const columnPx = 380
const barPx = 56
/** The panel's width with its margin, as far as it lies over a page. */
const panelPx = 388
const names = ["--alarm-room", "--alarm-column", "--dock", "--panel-room"] as const
/** The dock that the room was made for last: one that goes away afterwards takes nothing from it. */
let madeFor: object | null = null

/**
 * DAY-4: page and dialogs end where cards begin, so that nothing lies under one (`--alarm-room`, `--alarm-column`). For the bar a page
 * leaves room below its last line (`--dock`); beside the panel there is room for a page's own buttons (`--panel-room`).
 */
export function useRoomForCards(dock: RefObject<HTMLElement | null>, place: DockPlace): void {
  const heightPx = useRef(0)
  // After every drawing: there may be one line or two.
  useLayoutEffect(() => {
    const element = dock.current
    function makeRoom(): void {
      madeFor = dock
      // On a phone the panel is as wide as the page, whose own buttons then stand above it.
      const isSheet = place === "panel" && (window.matchMedia?.("(max-width: 767px)").matches ?? false)
      const dockPx = place === "bar" || place === "panel" ? (isSheet ? heightPx.current : barPx) : 0
      setRoom({
        "--alarm-room": place === "lines" ? heightPx.current + 16 : 0,
        "--alarm-column": place === "column" ? columnPx : 0,
        "--dock": dockPx,
        "--panel-room": place === "panel" ? panelPx : 0,
      })
    }
    function measure(): void {
      heightPx.current = element?.offsetHeight ?? 0
      makeRoom()
    }
    if (element === null || typeof ResizeObserver === "undefined") measure()
    else makeRoom()
    // Called also at its beginning, once the page is laid out and before it is painted: measured here, all of it would be laid out at
    // every change of the page. A line that somebody opens changes its height without a drawing.
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(measure)
    if (element) observer?.observe(element)
    window.addEventListener("resize", makeRoom)
    return () => {
      observer?.disconnect()
      window.removeEventListener("resize", makeRoom)
    }
  })
  useLayoutEffect(
    () => () => {
      if (madeFor === dock) for (const name of names) document.documentElement.style.removeProperty(name)
    },
    [dock],
  )
}

/** Every element inherits these: setting one, even to what it was, has the style of the whole page computed anew. */
function setRoom(room: Record<(typeof names)[number], number>): void {
  const { style } = document.documentElement
  for (const name of names) {
    const value = `${room[name]}px`
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
  }
}
