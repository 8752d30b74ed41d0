import { captchaLimits } from "@uc/contract/captcha"
import { createCanvas, ImageData, type SKRSContext2D } from "@napi-rs/canvas"
import { between, isLikely, pick, type Random } from "../chance.ts"
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

/** Petals and threads in the wind: everywhere something that has an edge, as a hole has. */
function drift({ ctx, random, palette }: Brush): void {
  const wind = between(random, -0.5, 0.5)
  for (let at = 0; at < 22; at++) {
    const [x, y] = [between(random, -20, width), between(random, 0, height)]
    const long = between(random, 24, 70)
    ctx.strokeStyle = css(lighter(pick(random, palette.accents), 12), between(random, 0.35, 0.7))
    ctx.lineWidth = between(random, 0.7, 1.8)
    ctx.beginPath()
    ctx.moveTo(x, y)
    ctx.bezierCurveTo(
      x + long * 0.3,
      y - long * 0.3,
      x + long * 0.6,
      y + long * (wind + 0.3),
      x + long,
      y + long * wind,
    )
    ctx.stroke()
  }
  for (let at = 0; at < 44; at++) {
    const size = between(random, 2.4, 6.5)
    ctx.save()
    ctx.translate(between(random, 0, width), between(random, 0, height))
    ctx.rotate(between(random, 0, Math.PI))
    ctx.fillStyle = css(
      lighter(pick(random, palette.accents), between(random, -6, 14)),
      between(random, 0.7, 0.95),
    )
    ctx.beginPath()
    ctx.moveTo(-size, 0)
    ctx.quadraticCurveTo(0, -size * 0.9, size, 0)
    ctx.quadraticCurveTo(0, size * 0.7, -size, 0)
    ctx.fill()
    ctx.restore()
  }
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
