import { captchaLimits } from "@uc/contract/captcha/calls"
import { createCanvas, type Canvas, type Path2D, type SKRSContext2D } from "@napi-rs/canvas"
import { between, type Random } from "./random.ts"
import { luminance } from "./luminance.ts"
import { pathOf, type Distortion, type Silhouette } from "./silhouette.ts"

const { width, height, dragMargin: box } = captchaLimits
/** Room for the soft edge around the box. */
const margin = 10
const side = box + 2 * margin

export interface Hole {
  readonly x: number
  readonly y: number
  readonly silhouette: Silhouette
  readonly distortion: Distortion
  readonly look: HoleStyle
  /** The mean luminance around it. */
  readonly around: number
  /** Where the piece comes from: a decoy shows some of it, to mislead programs that compare contents. */
  readonly honeypot: { readonly x: number; readonly y: number } | null
}

/** How a hole appears. */
export interface HoleStyle {
  readonly isDarker: boolean
  /** By how much of 255 it is darker or lighter than what is around it. */
  readonly depth: number
  /** How much deeper it is on one side than on the other. */
  readonly slant: number
  /** The width of its edge's blur, in pixels. */
  readonly softness: number
  /** Of the line around it. */
  readonly outline: number
  /** How much of what shows through is evened out. */
  readonly flatness: number
}

/** Tinted, over another part of the scenery: the piece's own pixels are nowhere in the picture. */
export function drawHole(ctx: SKRSContext2D, scenery: Canvas, hole: Hole, random: Random): void {
  const { x, y, silhouette, distortion, honeypot, look } = hole
  const glass = createCanvas(side, side)
  const glassCtx = glass.getContext("2d")
  drawForeign(glassCtx, scenery, x, random)
  if (honeypot) {
    glassCtx.globalAlpha = 0.7
    glassCtx.drawImage(scenery, honeypot.x - margin, honeypot.y - margin, side, side, 0, 0, side, side)
    glassCtx.globalAlpha = 1
  }
  const { around } = hole
  tint(glassCtx, look.isDarker ? around - look.depth : around + look.depth, look.flatness)
  const path = pathOf(silhouette, margin, margin, distortion, random)
  slant(glassCtx, look, random)
  glassCtx.globalCompositeOperation = "destination-in"
  glassCtx.drawImage(softMask(path, look.softness), 0, 0, side, side)

  const shade = look.isDarker ? "0,0,0" : "255,255,255"
  ctx.save()
  ctx.translate(x - margin, y - margin)
  ctx.save()
  // The shadow of the path alone: a picture's takes fifty times as long.
  ctx.shadowColor = `rgba(${shade},.35)`
  ctx.shadowBlur = 6
  ctx.fillStyle = `rgba(${shade},.1)`
  ctx.fill(path)
  ctx.restore()
  ctx.drawImage(glass, 0, 0)
  if (look.outline > 0) {
    ctx.lineWidth = 1
    ctx.strokeStyle = `rgba(${shade},${look.outline})`
    ctx.stroke(path)
  }
  ctx.restore()
}

/** Drawn small and stretched, which blurs its edge in a tenth of the time that a filter takes. */
function softMask(path: Path2D, softness: number): Canvas {
  const small = Math.round(side / (1 + 1.3 * softness))
  const mask = createCanvas(small, small)
  const ctx = mask.getContext("2d")
  ctx.scale(small / side, small / side)
  ctx.fill(path)
  return mask
}

/** A gradient across the hole that does not change its mean. */
function slant(ctx: SKRSContext2D, { slant: strength }: HoleStyle, random: Random): void {
  const angle = between(random, 0, Math.PI * 2)
  const [dx, dy] = [(Math.cos(angle) * box) / 2, (Math.sin(angle) * box) / 2]
  const shade = ctx.createLinearGradient(side / 2 - dx, side / 2 - dy, side / 2 + dx, side / 2 + dy)
  shade.addColorStop(0, `rgba(0,0,0,${strength})`)
  shade.addColorStop(0.5, "rgba(128,128,128,0)")
  shade.addColorStop(1, `rgba(255,255,255,${strength})`)
  ctx.fillStyle = shade
  ctx.fillRect(0, 0, side, side)
}

/** A part of the scenery from elsewhere, mirrored. */
function drawForeign(ctx: SKRSContext2D, scenery: Canvas, x: number, random: Random): void {
  const far = x < (width - box) / 2
  const fromX = far ? between(random, x + side, width - side) : between(random, 0, x - side)
  const fromY = between(random, 0, height - side)
  ctx.save()
  ctx.translate(side, 0)
  ctx.scale(-1, 1)
  ctx.drawImage(scenery, Math.max(0, Math.min(width - side, fromX)), fromY, side, side, 0, 0, side, side)
  ctx.restore()
}

/** Flattens what shows through, then brings its mean to what is wanted. */
function tint(ctx: SKRSContext2D, wanted: number, flatness: number): void {
  const { data } = ctx.getImageData(0, 0, side, side)
  let red = 0
  let green = 0
  let blue = 0
  for (let at = 0; at < data.length; at += 4) {
    red += data[at]!
    green += data[at + 1]!
    blue += data[at + 2]!
  }
  const share = 4 / data.length
  red = Math.round(red * share)
  green = Math.round(green * share)
  blue = Math.round(blue * share)
  ctx.fillStyle = `rgba(${red},${green},${blue},${flatness})`
  ctx.fillRect(0, 0, side, side)
  const now = luminance(red, green, blue)
  const cover = wanted < now ? 1 - wanted / now : (wanted - now) / (255 - now)
  ctx.fillStyle = wanted < now ? `rgba(10,14,30,${cover})` : `rgba(255,255,255,${cover})`
  ctx.fillRect(0, 0, side, side)
}
