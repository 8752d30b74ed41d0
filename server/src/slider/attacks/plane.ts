import { createCanvas, loadImage } from "@napi-rs/canvas"

/** One channel of a picture. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** A picture as a browser gets it, decoded. */
export interface Decoded {
  readonly red: Plane
  readonly green: Plane
  readonly blue: Plane
  readonly gray: Plane
  readonly alpha: Plane
}

export function newPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) }
}

export async function decoded(encoded: Buffer): Promise<Decoded> {
  const image = await loadImage(encoded)
  const { width, height } = image
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext("2d")
  ctx.drawImage(image, 0, 0)
  const { data } = ctx.getImageData(0, 0, width, height)
  const planes = Array.from({ length: 5 }, () => newPlane(width, height))
  const [red, green, blue, gray, alpha] = planes as [Plane, Plane, Plane, Plane, Plane]
  for (let at = 0; at < red.data.length; at++) {
    // As OpenCV reads a picture without its alpha: what can't be seen is black.
    const isSeen = data[at * 4 + 3]! > 0 ? 1 : 0
    red.data[at] = data[at * 4]! * isSeen
    green.data[at] = data[at * 4 + 1]! * isSeen
    blue.data[at] = data[at * 4 + 2]! * isSeen
    alpha.data[at] = data[at * 4 + 3]!
    gray.data[at] = Math.round(0.299 * red.data[at]! + 0.587 * green.data[at]! + 0.114 * blue.data[at]!)
  }
  return { red, green, blue, gray, alpha }
}

/** Rows `top` up to `top + rows` of a plane. */
export function band({ width, data }: Plane, top: number, rows: number): Plane {
  return { width, height: rows, data: data.slice(top * width, (top + rows) * width) }
}

export function mapped({ width, height, data }: Plane, change: (value: number) => number): Plane {
  return { width, height, data: data.map(change) }
}

/** The 3x3 Sobel derivatives, edges mirrored without repeating them, as OpenCV does. */
export function sobel(plane: Plane): { readonly dx: Float32Array; readonly dy: Float32Array } {
  const { width, height, data } = plane
  const dx = new Float32Array(width * height)
  const dy = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const up = (y === 0 ? 1 : y - 1) * width
    const here = y * width
    const down = (y === height - 1 ? height - 2 : y + 1) * width
    for (let x = 0; x < width; x++) {
      const left = x === 0 ? 1 : x - 1
      const right = x === width - 1 ? width - 2 : x + 1
      dx[here + x] =
        data[up + right]! -
        data[up + left]! +
        2 * (data[here + right]! - data[here + left]!) +
        data[down + right]! -
        data[down + left]!
      dy[here + x] =
        data[down + left]! -
        data[up + left]! +
        2 * (data[down + x]! - data[up + x]!) +
        data[down + right]! -
        data[up + right]!
    }
  }
  return { dx, dy }
}

export function gradient(plane: Plane): Plane {
  const { dx, dy } = sobel(plane)
  return { ...plane, data: dx.map((value, at) => Math.hypot(value, dy[at]!)) }
}

/** OpenCV's GaussianBlur((5, 5), 0): sigma 1.1. */
export function blurred(plane: Plane): Plane {
  const { width, height, data } = plane
  const weights = [-2, -1, 0, 1, 2].map((offset) => Math.exp(-(offset ** 2) / (2 * 1.1 ** 2)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mirrored = (at: number, length: number) => (at < 0 ? -at : at >= length ? 2 * length - 2 - at : at)
  const across = new Float32Array(data.length)
  const both = new Float32Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let tap = -2; tap <= 2; tap++)
        sum += weights[tap + 2]! * data[y * width + mirrored(x + tap, width)]!
      across[y * width + x] = sum / total
    }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let tap = -2; tap <= 2; tap++)
        sum += weights[tap + 2]! * across[mirrored(y + tap, height) * width + x]!
      both[y * width + x] = Math.round(sum / total)
    }
  return { width, height, data: both }
}
