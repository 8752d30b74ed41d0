import { captchaLimits } from "@uc/contract/captcha/calls"
import { createCanvas } from "@napi-rs/canvas"
import { pick, seededRandom, type Random, type Seed } from "../random.ts"
import { answers, type Puzzle } from "../draw-puzzle.ts"
import { paintScenery } from "../scenery/paint-scenery.ts"
import { pathOf, silhouettes, undistorted } from "../silhouette.ts"

const { width, height, dragMargin: box } = captchaLimits

/** A typical slider: one hole, darkened, with a clear edge. An attack that can't solve this one is broken. */
export function classicPuzzle(seed: Seed, random: Random): Puzzle {
  const big = createCanvas(width, height)
  const ctx = big.getContext("2d")
  paintScenery(ctx, seededRandom(seed))
  const x = answers.x.low + random(answers.x.high - answers.x.low + 1)
  const y = answers.y.low + random(answers.y.high - answers.y.low + 1)
  const silhouette = pick(random, silhouettes)
  const small = createCanvas(box, box)
  const piece = small.getContext("2d")
  piece.drawImage(big, x, y, box, box, 0, 0, box, box)
  const outline = pathOf(silhouette, 0, 0, undistorted, random)
  piece.strokeStyle = "rgba(255,255,255,.5)"
  piece.stroke(outline)
  piece.globalCompositeOperation = "destination-in"
  piece.fill(outline)
  const hole = pathOf(silhouette, x, y, undistorted, random)
  ctx.fillStyle = "rgba(0,0,0,.5)"
  ctx.fill(hole)
  ctx.strokeStyle = "rgba(255,255,255,.5)"
  ctx.stroke(hole)
  return { big, small, x, y, silhouette }
}
