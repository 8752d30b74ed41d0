import { loginLimits } from "@uc/contract/login/calls"
import { createCanvas, Path2D, type Canvas, type SKRSContext2D } from "@napi-rs/canvas"
import { between, pick, type Random } from "./random.ts"
import { glyphs } from "./glyphs.ts"

/** Twice what is shown, for screens with fine pixels. */
const width = 240
const height = 88
const slice = 2

export interface PictureCode {
  readonly code: string
  /** A data: address. */
  readonly image: string
}

export function drawPictureCode(random: Random): PictureCode {
  const letters = Array.from({ length: loginLimits.pictureCodeLength }, () =>
    pick(random, Object.keys(glyphs)),
  )
  const flat = createCanvas(width, height)
  const ctx = flat.getContext("2d")
  const hue = random(360)
  dots(ctx, hue, random)
  threads(ctx, 3, hue, random)
  for (const [at, letter] of letters.entries()) drawLetter(ctx, letter, at, hue, random)
  threads(ctx, 2, hue, random)
  const image = warped(flat, hue, random).toBuffer("image/jpeg", 82)
  return { code: letters.join(""), image: `data:image/jpeg;base64,${image.toString("base64")}` }
}

function drawLetter(ctx: SKRSContext2D, letter: string, at: number, hue: number, random: Random): void {
  const size = between(random, 3, 3.5)
  const room = (width - 28) / loginLimits.pictureCodeLength
  ctx.save()
  ctx.translate(14 + room * (at + 0.5) + between(random, -5, 5), height / 2 + between(random, -6, 6))
  ctx.rotate(between(random, -0.3, 0.3))
  ctx.transform(1, 0, between(random, -0.22, 0.22), 1, 0, 0)
  ctx.scale(size * between(random, 0.95, 1.2), size)
  ctx.translate(-5, -7)
  ctx.lineCap = "round"
  ctx.lineJoin = "round"
  ctx.lineWidth = between(random, 1.7, 2.1)
  ctx.strokeStyle = `hsl(${hue + between(random, -50, 50)},${between(random, 45, 65)}%,${between(random, 26, 38)}%)`
  ctx.stroke(new Path2D(glyphs[letter]))
  ctx.restore()
}

/** Over and under the letters and in their colours: a program can't separate letters by colour. */
function threads(ctx: SKRSContext2D, count: number, hue: number, random: Random): void {
  for (let at = 0; at < count; at++) {
    const [from, to] = [between(random, 4, height - 4), between(random, 4, height - 4)]
    ctx.lineWidth = between(random, 2, 4)
    ctx.strokeStyle = `hsla(${hue + between(random, -60, 60)},48%,${between(random, 38, 60)}%,.6)`
    ctx.beginPath()
    ctx.moveTo(-4, from)
    ctx.bezierCurveTo(
      width / 3,
      between(random, -20, 108),
      (width * 2) / 3,
      between(random, -20, 108),
      width + 4,
      to,
    )
    ctx.stroke()
  }
}

function dots(ctx: SKRSContext2D, hue: number, random: Random): void {
  for (let at = 0; at < 70; at++) {
    ctx.fillStyle = `hsla(${hue + between(random, -60, 60)},45%,50%,${between(random, 0.25, 0.6)})`
    ctx.beginPath()
    ctx.arc(between(random, 0, width), between(random, 0, height), between(random, 0.8, 2.4), 0, Math.PI * 2)
    ctx.fill()
  }
}

/** Slices shifted along two waves, on a light ground. */
function warped(flat: Canvas, hue: number, random: Random): Canvas {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext("2d")
  const ground = ctx.createLinearGradient(0, 0, width, height)
  ground.addColorStop(0, `hsl(${hue},52%,95%)`)
  ground.addColorStop(1, `hsl(${hue + 40},56%,90%)`)
  ctx.fillStyle = ground
  ctx.fillRect(0, 0, width, height)
  const [length, phase, rise] = [between(random, 26, 44), between(random, 0, 6.3), between(random, 3, 5)]
  for (let x = 0; x < width; x += slice) {
    const shift = rise * Math.sin(x / length + phase) + rise * 0.3 * Math.sin(x / (length * 0.4) + phase * 2)
    ctx.drawImage(flat, x, 0, slice, height, x, shift, slice, height)
  }
  return canvas
}
