import { newPlane, sobel, type Plane } from "./plane.ts"

/**
 * OpenCV's Canny with its defaults: Sobel 3, |dx| + |dy|; of several channels the steepest counts at each pixel.
 * Edges are 255.
 */
export function canny(channels: readonly Plane[], low: number, high: number): Plane {
  const [first] = channels
  if (!first) throw new Error("Canny needs a channel")
  const { width, height } = first
  const { dx, dy, magnitude } = steepest(channels, width * height)
  const edges = newPlane(width, height)
  const strong: number[] = []
  const isWeak = new Uint8Array(width * height)
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : magnitude[y * width + x]!
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const place = y * width + x
      const size = magnitude[place]!
      if (size <= low || !isPeak(x, y, size, dx[place]!, dy[place]!, at)) continue
      if (size > high) strong.push(place)
      else isWeak[place] = 1
    }
  for (const place of strong) edges.data[place] = 255
  while (strong.length > 0) {
    const place = strong.pop()!
    const [x, y] = [place % width, Math.floor(place / width)]
    for (let nearY = Math.max(0, y - 1); nearY <= Math.min(height - 1, y + 1); nearY++)
      for (let nearX = Math.max(0, x - 1); nearX <= Math.min(width - 1, x + 1); nearX++) {
        const near = nearY * width + nearX
        if (isWeak[near] === 0) continue
        isWeak[near] = 0
        edges.data[near] = 255
        strong.push(near)
      }
  }
  return edges
}

function steepest(channels: readonly Plane[], length: number) {
  const dx = new Float32Array(length)
  const dy = new Float32Array(length)
  const magnitude = new Float32Array(length).fill(-1)
  for (const channel of channels) {
    const slopes = sobel(channel)
    for (let at = 0; at < length; at++) {
      const size = Math.abs(slopes.dx[at]!) + Math.abs(slopes.dy[at]!)
      if (size <= magnitude[at]!) continue
      magnitude[at] = size
      dx[at] = slopes.dx[at]!
      dy[at] = slopes.dy[at]!
    }
  }
  return { dx, dy, magnitude }
}

/** Whether a pixel is the steepest across its edge. */
function isPeak(
  x: number,
  y: number,
  size: number,
  dx: number,
  dy: number,
  at: (x: number, y: number) => number,
): boolean {
  const [flat, steep] = [Math.abs(dx), Math.abs(dy)]
  if (steep < flat * Math.tan(Math.PI / 8)) return size > at(x - 1, y) && size >= at(x + 1, y)
  if (steep > flat * Math.tan((3 * Math.PI) / 8)) return size > at(x, y - 1) && size >= at(x, y + 1)
  const side = dx < 0 === dy < 0 ? 1 : -1
  return size > at(x - side, y - 1) && size > at(x + side, y + 1)
}
