import { captchaLimits } from "@uc/contract/captcha/calls"
import { createCanvas, type Canvas, type SKRSContext2D } from "@napi-rs/canvas"
import { between, isLikely, pick, seededRandom, shuffled, type Random, type Seed } from "./random.ts"
import { drawHole, type Hole, type HoleStyle } from "./draw-hole.ts"
import { drawPiece } from "./draw-piece.ts"
import { difficultyOf, type SliderDifficulty, type SliderLevel } from "./levels.ts"
import { aroundAndInside } from "./luminance.ts"
import { paintScenery } from "./scenery/paint-scenery.ts"
import {
  differences,
  pathOf,
  silhouettes,
  undistorted,
  type Distortion,
  type Silhouette,
} from "./silhouette.ts"

const { width, height, dragMargin: box } = captchaLimits

/** Where the hole may be. The login's widget of 310 px reaches 336 image pixels. */
export const answers = { x: { low: 70, high: 330 }, y: { low: 12, high: 132 } } as const

export interface Puzzle {
  readonly big: Canvas
  readonly small: Canvas
  /** The secret: the left edge of the piece's box where it belongs. */
  readonly x: number
  readonly y: number
  readonly silhouette: Silhouette
}

/** The luminance that a hole needs around it to be darker, and may at most have to be lighter. */
const room = { below: 85, above: 180 } as const

/** Decoys stand at least this far from each other and from the hole. */
const apart = 64

export function drawPuzzle(seed: Seed, random: Random, level: SliderLevel): Puzzle {
  const difficulty = difficultyOf(level)
  const scenery = createCanvas(width, height)
  paintScenery(scenery.getContext("2d"), seededRandom(seed))
  const x = answers.x.low + random(answers.x.high - answers.x.low + 1)
  const y = answers.y.low + random(answers.y.high - answers.y.low + 1)
  const silhouette = pick(random, silhouettes)
  const small = drawPiece(scenery, { x, y, silhouette }, random)

  const big = createCanvas(width, height)
  const ctx = big.getContext("2d")
  ctx.drawImage(scenery, 0, 0)
  const places = shuffled(random, placesBeside(x, random)).slice(0, difficulty.decoys)
  const shapes = shuffled(random, decoyShapes(silhouette))
  // A little less than half: where it is bright a hole can only be darker.
  const isDarker = isLikely(random, 0.44)
  // The hole and the decoys are styled by the same chances: only the shape tells them apart.
  const holes = [
    { x, y, silhouette, honeypot: null },
    ...places.map((place, at) => ({
      x: place,
      y,
      silhouette: shapes[at % shapes.length]!,
      honeypot: { x, y },
    })),
  ].map((place): Hole => {
    const { around } = aroundAndInside(scenery, place.silhouette, place.x, y)
    // All darker or all lighter, where the background allows it.
    const isThisDarker = isDarker ? around > room.below : around >= room.above
    return {
      ...place,
      around,
      distortion: newDistortion(difficulty, random),
      look: newHoleStyle(isThisDarker, difficulty, random),
    }
  })
  for (const hole of shuffled(random, holes)) drawHole(ctx, scenery, hole, random)
  drawGhosts(ctx, scenery, { x, y, silhouette }, difficulty, random)
  return { big, small, x, y, silhouette }
}

function newDistortion({ scale, wobble }: SliderDifficulty, random: Random): Distortion {
  return {
    scale: 1 + between(random, -scale, scale),
    shiftX: between(random, -1, 1),
    shiftY: between(random, -1, 1),
    wobble: wobble * between(random, 0.5, 1),
  }
}

function newHoleStyle(
  isDarker: boolean,
  { depth, outline, flatness }: SliderDifficulty,
  random: Random,
): HoleStyle {
  return {
    isDarker,
    depth: between(random, ...depth),
    slant: between(random, 0.02, 0.1),
    softness: between(random, 0.5, 1),
    outline: between(random, ...outline),
    flatness,
  }
}

/** Left edges for three decoys on the hole's height. Wherever the hole is, there is room for three. */
function placesBeside(x: number, random: Random): number[] {
  const [low, high] = [answers.x.low - 8, answers.x.high + 16]
  for (;;) {
    const places = Array.from({ length: 3 }, () => low + random(high - low + 1))
    const all = [...places, x].toSorted((a, b) => a - b)
    if (all.every((place, at) => at === 0 || place - all[at - 1]! >= apart)) return places
  }
}

/**
 * The shapes of the decoys: two or three features differ, so that people see which one does not fit. The tab that is up or
 * down stays, because a program that moves the piece along its row would otherwise never confuse them.
 */
function decoyShapes(silhouette: Silhouette): Silhouette[] {
  return silhouettes.filter(
    (other) => other.isTabTop === silhouette.isTabTop && differences(other, silhouette) >= 2,
  )
}

/**
 * A part of the piece's outline, drawn as a thin line: people ignore it, an edge detector does not.
 */
function drawGhost(
  ctx: SKRSContext2D,
  scenery: Canvas,
  { x, y, silhouette, length }: { x: number; y: number; silhouette: Silhouette; length: number },
  random: Random,
): void {
  const from = between(random, 0, 1 - length)
  const outline = pathOf(silhouette, x, y, undistorted, random)
  ctx.lineWidth = between(random, 1, 1.5)
  // In contrast to its background: an invisible line misleads nobody.
  const isLight = aroundAndInside(scenery, silhouette, x, y).inside > 135
  ctx.strokeStyle = isLight ? "rgba(20,24,40,.5)" : "rgba(255,255,255,.6)"
  ctx.stroke(length < 1 ? outline.trim(from, from + length) : outline)
}

function drawGhosts(
  ctx: SKRSContext2D,
  scenery: Canvas,
  { x, y, silhouette }: { x: number; y: number; silhouette: Silhouette },
  { ghosts, strays }: SliderDifficulty,
  random: Random,
): void {
  const drawn = (count: number, place: (at: number) => { x: number; y: number; length: number }) => {
    for (let at = 0; at < count; at++) drawGhost(ctx, scenery, { silhouette, ...place(at) }, random)
  }
  // In the piece's row only a part, so that people do not take it for the hole; the piece can't reach other rows.
  drawn(ghosts, () => ({ x: ghostPlace(x, random), y, length: between(random, 0.68, 0.8) }))
  drawn(strays, () => ({
    x: 20 + random(width - box - 40),
    y: (y + 62 + random(60)) % (height - box),
    length: 1,
  }))
}

function ghostPlace(x: number, random: Random): number {
  for (;;) {
    const place = 40 + random(width - box - 40)
    if (Math.abs(place - x) >= 54) return place
  }
}
