import { useLayoutEffect, type RefObject } from "react"

/** `lines`: at the foot of the window. `column`: at its right side. `bar`: the small bar. `panel`: the one that somebody opened. */
export type DockPlace = "lines" | "column" | "bar" | "panel"

/** The dock's width with its margins. */
const columnPx = 380
const barPx = 56
/** The panel's width with its margin, as far as it lies over a page. */
const panelPx = 388

/**
 * DAY-4: page and dialogs end where cards begin, so that nothing lies under one (`--alarm-room`, `--alarm-column`). For the bar a page
 * leaves room below its last line (`--dock`); beside the panel there is room for a page's own buttons (`--panel-room`).
 */
export function useRoomForCards(dock: RefObject<HTMLElement | null>, place: DockPlace): void {
  // After every drawing: there may be one line or two.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    function makeRoom(): void {
      const heightPx = dock.current?.offsetHeight ?? 0
      style.setProperty("--alarm-room", place === "lines" ? `${heightPx + 16}px` : "0px")
      style.setProperty("--alarm-column", place === "column" ? `${columnPx}px` : "0px")
      // On a phone the panel is as wide as the page, whose own buttons then stand above it.
      const isSheet = place === "panel" && (window.matchMedia?.("(max-width: 767px)").matches ?? false)
      const dockPx = place === "bar" || place === "panel" ? (isSheet ? heightPx : barPx) : 0
      style.setProperty("--dock", `${dockPx}px`)
      style.setProperty("--panel-room", place === "panel" ? `${panelPx}px` : "0px")
    }
    makeRoom()
    // A line that somebody opens, and one that is narrow while its dialog moves in, change their height without a drawing.
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(makeRoom)
    if (dock.current) observer?.observe(dock.current)
    window.addEventListener("resize", makeRoom)
    return () => {
      observer?.disconnect()
      window.removeEventListener("resize", makeRoom)
      for (const name of ["--alarm-room", "--alarm-column", "--dock", "--panel-room"])
        style.removeProperty(name)
    }
  })
}
