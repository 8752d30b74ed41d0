import { captchaLimits } from "@uc/contract/captcha/calls"
import type { Canvas } from "@napi-rs/canvas"
import { isInside, type Silhouette } from "./silhouette.ts"

const { width, height, dragMargin: box } = captchaLimits

/** Rec. 601, as JPEG has it. */
export function luminance(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

/** The ring around a hole: near it, but neither its soft edge nor a neighbour. */
const ring = { from: 4, to: 9 }

const rings = new Map<Silhouette, { readonly ring: readonly number[]; readonly inside: readonly number[] }>()

/** Pixels of the box widened by the ring, as offsets [x, y, …]. */
function areasOf(silhouette: Silhouette) {
  const known = rings.get(silhouette)
  if (known) return known
  const areas: { ring: number[]; inside: number[] } = { ring: [], inside: [] }
  for (let y = -ring.to; y < box + ring.to; y++)
    for (let x = -ring.to; x < box + ring.to; x++) {
      if (isInside(silhouette, x + 0.5, y + 0.5, -4)) areas.inside.push(x, y)
      else if (
        isInside(silhouette, x + 0.5, y + 0.5, ring.to) &&
        !isInside(silhouette, x + 0.5, y + 0.5, ring.from)
      )
        areas.ring.push(x, y)
    }
  rings.set(silhouette, areas)
  return areas
}

function meanOver(
  data: Uint8ClampedArray,
  rows: number,
  offsets: readonly number[],
  left: number,
  top: number,
): number {
  let sum = 0
  let count = 0
  for (let at = 0; at < offsets.length; at += 2) {
    const x = left + offsets[at]!
    const y = top + offsets[at + 1]!
    if (x < 0 || y < 0 || x >= width || y >= rows) continue
    const from = (y * width + x) * 4
    sum += luminance(data[from]!, data[from + 1]!, data[from + 2]!)
    count++
  }
  return sum / count
}

export function aroundAndInside(canvas: Canvas, silhouette: Silhouette, x: number, y: number) {
  const top = Math.max(0, y - ring.to)
  const rows = Math.min(height, y + box + ring.to) - top
  // Read once: each access to `data` calls native code.
  const { data } = canvas.getContext("2d").getImageData(0, top, width, rows)
  const { ring: around, inside } = areasOf(silhouette)
  return {
    around: meanOver(data, rows, around, x, y - top),
    inside: meanOver(data, rows, inside, x, y - top),
  }
}

/** C6: how far a hole stands out from what is around it, of 255. */
export function contrastOf(canvas: Canvas, silhouette: Silhouette, x: number, y: number): number {
  const { around, inside } = aroundAndInside(canvas, silhouette, x, y)
  return Math.abs(inside - around)
}
