import { captchaLimits } from "@uc/contract/captcha"
import { createCanvas, type Canvas, type SKRSContext2D } from "@napi-rs/canvas"
import { between, type Random } from "./chance.ts"
import { aroundAndInside, luminance } from "./luminance.ts"
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
  readonly look: HoleLook
  /** Where the piece comes from: a decoy shows some of it, and whoever compares contents falls for it. */
  readonly honeypot: { readonly x: number; readonly y: number } | null
}

/** What people see of a hole. */
export interface HoleLook {
  readonly isDarker: boolean
  /** By how much of 255 it is darker or lighter than what is around it. */
  readonly depth: number
  /** How much deeper it is on one side than on the other. */
  readonly slant: number
  /** The width of its edge's blur, in pixels. */
  readonly softness: number
  /** Of the line around it. */
  readonly outline: number
}

/** Whether there is room above or below the luminance of a place for a hole that people see. */
export function canStandOut(scenery: Canvas, { x, y, silhouette }: Pick<Hole, "x" | "y" | "silhouette">) {
  const { around } = aroundAndInside(scenery, silhouette, x, y)
  return { darker: around > 85, lighter: around < 180 }
}

/** Tinted glass over a foreign part of the scenery: what belongs here is nowhere in the picture. */
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
  const { around } = aroundAndInside(scenery, silhouette, x, y)
  tint(glassCtx, look.isDarker ? around - look.depth : around + look.depth)
  const path = pathOf(silhouette, margin, margin, distortion, random)
  slant(glassCtx, look, random)
  glassCtx.globalCompositeOperation = "destination-in"
  glassCtx.fillStyle = "#000"
  if (look.softness > 0) glassCtx.filter = `blur(${look.softness}px)`
  glassCtx.fill(path)

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

/** A shade that runs across the glass and leaves its mean as it is. */
function slant(ctx: SKRSContext2D, { slant: strength }: HoleLook, random: Random): void {
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
function tint(ctx: SKRSContext2D, wanted: number): void {
  const { data } = ctx.getImageData(0, 0, side, side)
  const sums = [0, 0, 0]
  for (let at = 0; at < data.length; at += 4)
    for (let channel = 0; channel < 3; channel++) sums[channel]! += data[at + channel]!
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => Math.round((sum * 4) / data.length))
  ctx.fillStyle = `rgba(${red},${green},${blue},.2)`
  ctx.fillRect(0, 0, side, side)
  const now = luminance(red, green, blue)
  const share = wanted < now ? 1 - wanted / now : (wanted - now) / (255 - now)
  ctx.fillStyle = wanted < now ? `rgba(10,14,30,${share})` : `rgba(255,255,255,${share})`
  ctx.fillRect(0, 0, side, side)
}
