import { expect, type Locator } from "@playwright/test"

/**
 * Reads a code off the screen as a phone's camera would, so that a test opens what the picture says and not what somebody
 * means it to say. For what our server draws: SVG, level M, versions 1 to 6, nothing damaged.
 */
type Modules = readonly (readonly boolean[])[]

/** By version: all codewords, blocks, codewords of error correction in each (level M). */
const shapes: readonly (readonly [total: number, blocks: number, correction: number])[] = [
  [26, 1, 10],
  [44, 1, 16],
  [70, 1, 26],
  [100, 2, 18],
  [134, 2, 24],
  [172, 4, 16],
]

/** The picture is one path of strokes, a row of them after the other, with a margin of 2. */
export function modulesOf(svg: string): Modules {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const path = /stroke="#000000" d="([^"]+)"/.exec(svg)?.[1]
  if (!size || !path) throw new Error(`This is no picture of a code: ${svg.slice(0, 200)}`)
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  let [x, y] = [0, 0]
  for (const [, command, first, second] of path.matchAll(/([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    if (command === "M") [x, y] = [Number(first), Number(second)]
    else if (command === "m") [x, y] = [x + Number(first), y + Number(second)]
    else {
      for (let end = x + Number(first); x < end; x += 1) {
        const row = dark[Math.floor(y)]
        if (row) row[x] = true
      }
    }
  }
  return dark.slice(2, -2).map((row) => row.slice(2, -2))
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

function maskOf(modules: Modules): (row: number, column: number) => boolean {
  const bits = Array.from({ length: 15 }, (_, i) => {
    const row = i < 6 ? i : i < 8 ? i + 1 : modules.length - 15 + i
    return modules[row]?.[8] ? 1 << i : 0
  }).reduce((sum, bit) => sum | bit, 0)
  const format = (bits ^ 0x5412) >> 10
  const mask = masks[format & 7]
  if (format >> 3 !== 0 || !mask) throw new Error("The code is not of level M")
  return mask
}

/** Finders, timing, alignment and format are for finding the code, not part of what it says. */
function isForFinding(row: number, column: number, size: number): boolean {
  const far = size - 9
  const isCorner = (row < 9 && column < 9) || (row < 9 && column > far) || (row > far && column < 9)
  const middle = size - 7
  const isAlignment = size > 21 && Math.abs(row - middle) <= 2 && Math.abs(column - middle) <= 2
  return isCorner || row === 6 || column === 6 || isAlignment
}

/** In pairs of columns from the right, up and down by turns. */
function codewordsOf(modules: Modules): number[] {
  const mask = maskOf(modules)
  const size = modules.length
  const bits: boolean[] = []
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step
      for (const column of [right, right - 1])
        if (!isForFinding(row, column, size))
          bits.push((modules[row]?.[column] ?? false) !== mask(row, column))
    }
    isUp = !isUp
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + Number(bit), 0),
  )
}

function dataOf(modules: Modules): number[] {
  const shape = shapes[(modules.length - 17) / 4 - 1]
  if (!shape) throw new Error(`A code of ${modules.length} modules is larger than this can read`)
  const [total, blocks, correction] = shape
  const each = (total - blocks * correction) / blocks
  const codewords = codewordsOf(modules)
  // The blocks are dealt out like cards.
  return Array.from({ length: blocks }, (_, block) =>
    Array.from({ length: each }, (_unused, at) => codewords[at * blocks + block] ?? 0),
  ).flat()
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

function textOf(data: readonly number[]): string {
  const bits = data.map((byte) => byte.toString(2).padStart(8, "0")).join("")
  let at = 0
  const take = (count: number) => Number.parseInt(bits.slice(at, (at += count)), 2)
  let text = ""
  for (;;) {
    const mode = bits.length - at < 4 ? 0 : take(4)
    if (mode === 1) {
      for (let left = take(10); left > 0; left -= 3) {
        const digits = Math.min(left, 3)
        text += String(take([0, 4, 7, 10][digits] ?? 0)).padStart(digits, "0")
      }
    } else if (mode === 2) {
      let left = take(9)
      for (; left > 1; left -= 2) {
        const pair = take(11)
        text += letters.charAt(Math.floor(pair / 45)) + letters.charAt(pair % 45)
      }
      if (left === 1) text += letters.charAt(take(6))
    } else if (mode === 4) {
      text += Buffer.from(Array.from({ length: take(8) }, () => take(8))).toString("utf8")
    } else return text
  }
}

/** A picture in a `data:` address. Waits until it is there. */
export async function svgOf(image: Locator): Promise<string> {
  await expect(image).toHaveAttribute("src", /^data:image\/svg\+xml;base64,/)
  return svgIn((await image.getAttribute("src")) ?? "")
}

export function svgIn(address: string): string {
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64").toString("utf8")
}

/** What a phone would open. Waits until the picture is there. */
export async function addressInCode(image: Locator): Promise<URL> {
  return new URL(textOf(dataOf(modulesOf(await svgOf(image)))))
}
