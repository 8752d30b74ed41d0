import { useEffect, useRef, useState, type RefObject } from "react"
import { flushSync } from "react-dom"
import { usePhone } from "../layout/use-phone.ts"
import { haveRoom, type ColumnWidths } from "./column-room.ts"

/** The place of a table, and whether its rows are shown there as cards: always on a phone. */
export function useCards(columns: ColumnWidths): [frame: RefObject<HTMLDivElement | null>, isCards: boolean] {
  const frame = useRef<HTMLDivElement>(null)
  const isPhone = usePhone()
  const [isNarrow, setNarrow] = useState(false)
  const { isSelectable } = columns
  const widths = columns.widths.join()
  useEffect(() => {
    const element = frame.current
    if (element === null || typeof ResizeObserver === "undefined") return
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined || entry.contentRect.width === 0) return
      const lettersPx = Number.parseFloat(getComputedStyle(element).fontSize)
      const wanted = { widths: widths.split(",").map((width) => width || undefined), isSelectable }
      const isTight = !haveRoom(wanted, entry.contentRect.width, lettersPx)
      // Before it is painted: nobody sees columns that lie over each other.
      flushSync(() => setNarrow(isTight))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [widths, isSelectable])
  return [frame, isPhone || isNarrow]
}
