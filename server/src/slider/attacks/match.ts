import type { Plane } from "./plane.ts"

interface Found {
  readonly x: number
  readonly score: number
}

/** Sums over all pixels above and left of each. */
function integral({ width, height, data }: Plane, change: (value: number) => number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += change(data[y * width + x]!)
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  }
  return sums
}

/** OpenCV's TM_CCOEFF_NORMED and minMaxLoc: where a template fits best. Few pixels of an edge picture are not 0. */
export function bestMatch(image: Plane, template: Plane): Found {
  const { width, height } = image
  const area = template.width * template.height
  const places: number[] = []
  const values: number[] = []
  let [sum, squares] = [0, 0]
  for (const [at, value] of template.data.entries()) {
    if (value === 0) continue
    places.push(Math.floor(at / template.width) * width + (at % template.width))
    values.push(value)
    sum += value
    squares += value * value
  }
  const mean = sum / area
  const spread = Math.sqrt(squares - (sum * sum) / area)
  const offsets = Int32Array.from(places)
  const weights = Float32Array.from(values)
  const sums = integral(image, (value) => value)
  const squareSums = integral(image, (value) => value * value)
  const over = (table: Float64Array, x: number, y: number) => {
    const stride = width + 1
    const [top, bottom] = [y * stride, (y + template.height) * stride]
    return (
      table[bottom + x + template.width]! -
      table[bottom + x]! -
      table[top + x + template.width]! +
      table[top + x]!
    )
  }
  const crosses = crossSums(image, { offsets, weights }, (height - template.height) * width)
  let best: Found = { x: 0, score: Number.NEGATIVE_INFINITY }
  for (let y = 0; y <= height - template.height; y++)
    for (let x = 0; x <= width - template.width; x++) {
      const cross = crosses[y * width + x]!
      const windowSum = over(sums, x, y)
      const windowSpread = Math.sqrt(Math.max(0, over(squareSums, x, y) - (windowSum * windowSum) / area))
      const score = windowSpread * spread > 1e-6 ? (cross - mean * windowSum) / (windowSpread * spread) : 0
      if (score > best.score) best = { x, score }
    }
  return best
}

/**
 * The sum of products for each position of the template. Where fewer pixels than positions count (most pixels of an edge
 * picture are 0), each is added to all its positions; what exceeds the right edge lands on positions that are not read.
 */
function crossSums(
  { width, data }: Plane,
  { offsets, weights }: { offsets: Int32Array; weights: Float32Array },
  last: number,
): Float64Array {
  const crosses = new Float64Array(last + width)
  const counting = data.reduce((count, value) => (value === 0 ? count : count + 1), 0)
  if (counting > crosses.length) {
    for (let start = 0; start < crosses.length; start++) {
      let sum = 0
      for (let at = 0; at < offsets.length; at++) sum += weights[at]! * (data[start + offsets[at]!] ?? 0)
      crosses[start] = sum
    }
    return crosses
  }
  for (let place = 0; place < data.length; place++) {
    const value = data[place]!
    if (value === 0) continue
    for (let at = 0; at < offsets.length; at++) {
      const start = place - offsets[at]!
      if (start < 0) break
      if (start < crosses.length) crosses[start]! += weights[at]! * value
    }
  }
  return crosses
}

/** The same, comparing only what a mask lets through. The image is as high as the template. */
export function bestMaskedMatch(image: Plane, template: Plane, mask: Plane): Found {
  const places: number[] = []
  const values: number[] = []
  for (const [at, value] of template.data.entries()) {
    if (mask.data[at]! < 128) continue
    places.push(Math.floor(at / template.width) * image.width + (at % template.width))
    values.push(value)
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const weights = Float32Array.from(values, (value) => value - mean)
  const spread = Math.sqrt(weights.reduce((sum, value) => sum + value * value, 0))
  const offsets = Int32Array.from(places)
  let best: Found = { x: 0, score: Number.NEGATIVE_INFINITY }
  for (let x = 0; x <= image.width - template.width; x++) {
    let [cross, sum, squares] = [0, 0, 0]
    for (let at = 0; at < offsets.length; at++) {
      const value = image.data[x + offsets[at]!]!
      cross += weights[at]! * value
      sum += value
      squares += value * value
    }
    const windowSpread = Math.sqrt(Math.max(0, squares - (sum * sum) / offsets.length))
    const score = windowSpread * spread > 1e-6 ? cross / (windowSpread * spread) : 0
    if (score > best.score) best = { x, score }
  }
  return best
}
