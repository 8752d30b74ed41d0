/** Widths as columns say them: `120px`, `22%`, or undefined for those that share what is left. */
export interface ColumnWidths {
  readonly widths: readonly (string | undefined)[]
  /** Beside them there is a column of boxes to choose rows with. */
  readonly isSelectable: boolean
}

/** Of a column without a width: five letters between the paddings of its cell. */
const leastPx = 94
const ticksPx = 44
/** The size of letters that the widths are made for: `base.css`. */
const usualLettersPx = 14

/** BROWSER-10: whether every column has room, or letters of one would lie over the next one's. */
export function haveRoom(
  { widths, isSelectable }: ColumnWidths,
  tablePx: number,
  lettersPx: number,
): boolean {
  const scale = lettersPx / usualLettersPx
  let fixedPx = isSelectable ? ticksPx : 0
  let percent = 0
  for (const width of widths) {
    if (width?.endsWith("%")) percent += Number.parseFloat(width)
    else fixedPx += (width === undefined ? leastPx : Number.parseFloat(width)) * scale
  }
  return tablePx * (1 - percent / 100) >= fixedPx
}
