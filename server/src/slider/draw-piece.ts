import { captchaLimits } from "@uc/contract/captcha/calls"
import { createCanvas, type Canvas } from "@napi-rs/canvas"
import { between, newSeed, seededRandom, type Random } from "./random.ts"
import { pathOf, undistorted, type Silhouette } from "./silhouette.ts"

const { dragMargin: box } = captchaLimits
/** Lines along the edge, by how far they reach into the piece. */
const rim = [
  [4, "rgba(16,20,40,.25)"],
  [2.5, "rgba(16,20,40,.3)"],
  [1, "rgba(255,255,255,.7)"],
] as const

interface Place {
  readonly x: number
  readonly y: number
  readonly silhouette: Silhouette
}

/** What was cut out, in another light, so that its pixels are not those of the picture. */
export function drawPiece(scenery: Canvas, { x, y, silhouette }: Place, random: Random): Canvas {
  const piece = createCanvas(box, box)
  const ctx = piece.getContext("2d")
  ctx.drawImage(scenery, x, y, box, box, 0, 0, box, box)
  const pixels = ctx.getImageData(0, 0, box, box)
  relight(pixels.data, random)
  ctx.putImageData(pixels, 0, 0)
  const path = pathOf(silhouette, 0, 0, undistorted, random)
  // Dark towards the edge, then a fine bright line: a clear piece to people, and to a program no edge of a hole.
  for (const [line, colour] of rim) {
    ctx.lineWidth = 2 * line
    ctx.strokeStyle = colour
    ctx.stroke(path)
  }
  ctx.globalCompositeOperation = "destination-in"
  ctx.fillStyle = "#000"
  ctx.fill(path)
  return piece
}

function relight(data: Uint8ClampedArray, random: Random): void {
  const brightness = between(random, -15, 15)
  const contrast = between(random, 0.85, 1.15)
  const tints = [0, 1, 2].map(() => between(random, -11, 11))
  const grain = seededRandom(newSeed(random))
  for (let at = 0; at < data.length; at += 4) {
    const noise = grain(13) - 6
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = (data[at + channel]! - 128) * contrast + 128 + brightness + tints[channel]! + noise
  }
}
