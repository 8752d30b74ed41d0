import { useLayoutEffect, type RefObject } from "react"

/** `lines`: at the foot of the window. `column`: at its right side. `bar`: the small bar, or the panel that somebody opened. */
export type DockPlace = "lines" | "column" | "bar"

/** The dock's width with its margins. */
const columnPx = 380
const barPx = 56

/**
 * DAY-4: page and dialogs end where cards begin, so that nothing lies under one (`--alarm-room`, `--alarm-column`). For the bar a page
 * leaves room below its last line (`--dock`).
 */
export function useRoomForCards(dock: RefObject<HTMLElement | null>, place: DockPlace): void {
  // After every drawing: there may be one line or two.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    function makeRoom(): void {
      const heightPx = dock.current?.offsetHeight ?? 0
      style.setProperty("--alarm-room", place === "lines" ? `${heightPx + 16}px` : "0px")
      style.setProperty("--alarm-column", place === "column" ? `${columnPx}px` : "0px")
      style.setProperty("--dock", place === "bar" ? `${barPx}px` : "0px")
    }
    makeRoom()
    // A line that somebody opens, and one that is narrow while its dialog moves in, change their height without a drawing.
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(makeRoom)
    if (dock.current) observer?.observe(dock.current)
    window.addEventListener("resize", makeRoom)
    return () => {
      observer?.disconnect()
      window.removeEventListener("resize", makeRoom)
      for (const name of ["--alarm-room", "--alarm-column", "--dock"]) style.removeProperty(name)
    }
  })
}
