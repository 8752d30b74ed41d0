import { captchaLimits } from "@uc/contract/captcha/calls"
import { createCanvas } from "@napi-rs/canvas"
import type { Puzzle } from "../draw-puzzle.ts"

const columns = 5
const gap = 8

/** DAY-1: pictures as wide as on the login page, side by side, to be looked at. */
export function pictureSheet(puzzles: readonly Puzzle[]): Buffer {
  const width = captchaLimits.loginWidth
  const height = Math.round((captchaLimits.height * width) / captchaLimits.width)
  const sheet = createCanvas(columns * (width + gap), Math.ceil(puzzles.length / columns) * (height + gap))
  const ctx = sheet.getContext("2d")
  ctx.fillStyle = "#fff"
  ctx.fillRect(0, 0, sheet.width, sheet.height)
  for (const [at, { big }] of puzzles.entries()) {
    const [x, y] = [(at % columns) * (width + gap), Math.floor(at / columns) * (height + gap)]
    ctx.drawImage(big, x, y, width, height)
  }
  return sheet.toBuffer("image/png")
}
