import { captchaLimits } from "@uc/contract/captcha/calls"
import { createCanvas, ImageData, Path2D, type SKRSContext2D } from "@napi-rs/canvas"
import { between, isLikely, pick, type Random } from "../random.ts"
import type { Brush } from "./land.ts"
import { css, lighter, newPalette } from "./palette.ts"
import { scenes } from "./scenes.ts"

const { width, height } = captchaLimits
const grainSize = 96

/** A picture that has never been before and will never be again, so that two of a kind can't be subtracted. */
export function paintScenery(ctx: SKRSContext2D, random: Random): void {
  const brush: Brush = { ctx, random, palette: newPalette(random) }
  ctx.save()
  if (isLikely(random, 0.5)) {
    ctx.translate(width, 0)
    ctx.scale(-1, 1)
  }
  pick(random, scenes)(brush)
  drift(brush)
  ctx.restore()
  grain(brush)
}

/**
 * Petals and threads in the wind: everywhere something that has an edge, as a hole has. By colour, because each call to
 * the canvas costs as much as what it draws.
 */
function drift({ ctx, random, palette }: Brush): void {
  const wind = between(random, -0.5, 0.5)
  for (const accent of palette.accents) {
    const threads = new Path2D()
    for (let at = 0; at < 5; at++) {
      const [x, y] = [between(random, -20, width), between(random, 0, height)]
      const long = between(random, 24, 70)
      threads.moveTo(x, y)
      threads.bezierCurveTo(
        x + long * 0.3,
        y - long * 0.3,
        x + long * 0.6,
        y + long * (wind + 0.3),
        x + long,
        y + long * wind,
      )
    }
    ctx.strokeStyle = css(lighter(accent, 12), between(random, 0.35, 0.7))
    ctx.lineWidth = between(random, 0.7, 1.8)
    ctx.stroke(threads)
    ctx.fillStyle = css(lighter(accent, between(random, -6, 14)), between(random, 0.7, 0.95))
    ctx.fill(petals(random))
  }
}

function petals(random: Random): Path2D {
  const path = new Path2D()
  for (let at = 0; at < 11; at++) {
    const [x, y] = [between(random, 0, width), between(random, 0, height)]
    const size = between(random, 2.4, 6.5)
    const turn = between(random, 0, Math.PI)
    const [along, across] = [size * Math.cos(turn), size * Math.sin(turn)]
    path.moveTo(x - along, y - across)
    path.quadraticCurveTo(x + across * 0.9, y - along * 0.9, x + along, y + across)
    path.quadraticCurveTo(x - across * 0.7, y + along * 0.7, x - along, y - across)
  }
  return path
}

function grain({ ctx, random }: Brush): void {
  const tile = createCanvas(grainSize, grainSize)
  const dots = new Uint8ClampedArray(grainSize * grainSize * 4)
  for (let at = 0; at < dots.length; at += 4) {
    const bits = random(2 ** 16)
    const shade = bits & 255
    dots[at] = shade
    dots[at + 1] = shade
    dots[at + 2] = shade
    dots[at + 3] = 11 + (bits >> 12)
  }
  tile.getContext("2d").putImageData(new ImageData(dots, grainSize, grainSize), 0, 0)
  // Tile by tile: a repeating pattern takes thirty times as long.
  for (let x = -random(grainSize); x < width; x += grainSize)
    for (let y = -random(grainSize); y < height; y += grainSize) ctx.drawImage(tile, x, y)
}
