import { canny } from "./canny.ts"
import { bestMaskedMatch, bestMatch } from "./match.ts"
import { band, blurred, gradient, mapped, newPlane, type Decoded, type Plane } from "./plane.ts"

/** What an attacker gets: both pictures and the height. */
export interface Delivered {
  readonly big: Decoded
  readonly small: Decoded
  readonly y: number
}

/** Gives the offset that it would drag to. */
export type Recipe = (delivered: Delivered) => number

const coloursOf = ({ red, green, blue }: Decoded) => [red, green, blue]

/** The rows of the piece, and as many above and below as a blurred edge may be off. */
function inBand(plane: Plane, { small, y }: Delivered, spare = 0): Plane {
  return band(plane, y - spare, small.alpha.height + 2 * spare)
}

function rowsOf(channels: readonly Plane[], delivered: Delivered, spare: number): Plane[] {
  return channels.map((channel) => inBand(channel, delivered, spare))
}

/** The published tool cuts the piece out of its box first and counts from there. */
function cropped(small: Decoded): { readonly channels: Plane[]; readonly left: number } {
  const { width, height, data } = small.alpha
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (const [at, value] of data.entries()) {
    if (value === 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  const channels = coloursOf(small).map((channel) => {
    const cut = newPlane(right - left, bottom - top)
    for (let at = 0; at < cut.data.length; at++)
      cut.data[at] = channel.data[(top + Math.floor(at / cut.width)) * width + left + (at % cut.width)]!
    return cut
  })
  return { channels, left }
}

/** ddddocr's slide_match: it searches the whole picture. */
const edgesAnywhere: Recipe = ({ big, small }) => {
  const { channels, left } = cropped(small)
  return bestMatch(canny(coloursOf(big), 100, 200), canny(channels, 100, 200)).x - left
}

const edgesInBand: Recipe = (delivered) =>
  bestMatch(
    canny(rowsOf(coloursOf(delivered.big), delivered, 2), 100, 200),
    canny(coloursOf(delivered.small), 100, 200),
  ).x

const grayInBand: Recipe = (delivered) =>
  bestMatch(inBand(delivered.big.gray, delivered), delivered.small.gray).x

const grayMasked: Recipe = (delivered) =>
  bestMaskedMatch(inBand(delivered.big.gray, delivered), delivered.small.gray, delivered.small.alpha).x

const blurredEdges: Recipe = (delivered) =>
  bestMatch(
    canny(rowsOf(coloursOf(delivered.big), delivered, 2).map(blurred), 200, 450),
    canny(coloursOf(delivered.small).map(blurred), 200, 450),
  ).x

const sobelMasked: Recipe = (delivered) =>
  bestMaskedMatch(
    gradient(inBand(delivered.big.gray, delivered)),
    gradient(delivered.small.gray),
    delivered.small.alpha,
  ).x

const silhouetteOnDark: Recipe = (delivered) =>
  bestMatch(
    mapped(blurred(inBand(delivered.big.gray, delivered)), (value) => 255 - value),
    delivered.small.alpha,
  ).x

const outlineOnEdges: Recipe = (delivered) =>
  bestMatch(gradient(inBand(delivered.big.gray, delivered)), gradient(delivered.small.alpha)).x

/** Not published: made for these pictures, whose holes are darker or lighter; tries both. It has no ceiling, it is only measured. */
const silhouetteEither: Recipe = (delivered) => {
  const rows = blurred(inBand(delivered.big.gray, delivered))
  const [dark, light] = [mapped(rows, (value) => 255 - value), rows].map((plane) =>
    bestMatch(plane, delivered.small.alpha),
  ) as [ReturnType<typeof bestMatch>, ReturnType<typeof bestMatch>]
  return dark.score > light.score ? dark.x : light.x
}

/** Knows the limits and ignores the picture. */
const blind: Recipe = () => 200

/** The eight published ways (security goals C1, C2, C3), one made for ours, and guessing (C7). */
export const recipes = {
  edgesAnywhere,
  edgesInBand,
  grayInBand,
  grayMasked,
  blurredEdges,
  sobelMasked,
  silhouetteOnDark,
  outlineOnEdges,
  silhouetteEither,
  blind,
} as const satisfies Readonly<Record<string, Recipe>>

export type RecipeName = keyof typeof recipes
