import { captchaLimits } from "@uc/contract/captcha/calls"
import type { SKRSContext2D } from "@napi-rs/canvas"
import { between, isLikely, pick, type Random } from "../random.ts"
import { css, lighter, mixed, type Colour, type Palette } from "./palette.ts"

const { width, height } = captchaLimits

/** What every painter gets. */
export interface Brush {
  readonly ctx: SKRSContext2D
  readonly random: Random
  readonly palette: Palette
}

export function sky({ ctx, random, palette }: Brush, horizon: number): void {
  const ground = ctx.createLinearGradient(0, 0, between(random, -60, 60), horizon)
  ground.addColorStop(0, css(palette.sky[0]))
  ground.addColorStop(0.55, css(palette.sky[1]))
  ground.addColorStop(1, css(palette.sky[2]))
  ctx.fillStyle = ground
  ctx.fillRect(0, 0, width, height)
}

export function sun({ ctx, random, palette }: Brush, horizon: number): void {
  const x = between(random, 40, width - 40)
  const y = between(random, 24, horizon * 0.8)
  const size = between(random, 12, 24)
  glow(ctx, x, y, size * 4.5, css(palette.light, 0.75), css(palette.light, 0))
  ctx.fillStyle = css(palette.light, 0.92)
  ctx.beginPath()
  ctx.arc(x, y, size, 0, Math.PI * 2)
  ctx.fill()
}

export function glow(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  size: number,
  inner: string,
  outer: string,
): void {
  const gradient = ctx.createRadialGradient(x, y, 0, x, y, size)
  gradient.addColorStop(0, inner)
  gradient.addColorStop(1, outer)
  ctx.fillStyle = gradient
  ctx.fillRect(x - size, y - size, size * 2, size * 2)
}

export function clouds({ ctx, random, palette }: Brush, count: number, low: number): void {
  for (let at = 0; at < count; at++) {
    const x = between(random, -20, width + 20)
    const y = between(random, 12, low)
    const length = between(random, 26, 64)
    ctx.fillStyle = css(lighter(palette.sky[2], 8), between(random, 0.45, 0.8))
    ctx.beginPath()
    for (let puff = 0; puff < 5; puff++) {
      const share = puff / 4
      const size =
        length * (0.14 + 0.16 * Math.sin(Math.PI * (0.15 + share * 0.7)) * between(random, 0.7, 1.3))
      ctx.ellipse(x + (share - 0.5) * length, y - size * 0.5, size * 1.15, size, 0, 0, Math.PI * 2)
    }
    ctx.fill()
  }
}

/** Heights of a ridge, one for each `step` pixels. */
function ridgeLine(random: Random, base: number, rise: number, roughness: number, step: number): number[] {
  const waves = Array.from({ length: 4 }, (_, octave) => ({
    length: between(random, 0.7, 1.3) * (150 / 2.1 ** octave),
    rise: rise * roughness ** octave,
    phase: between(random, 0, 6.3),
  }))
  return Array.from({ length: Math.ceil(width / step) + 2 }, (_, at) =>
    waves.reduce((y, wave) => y - wave.rise * Math.sin((at * step) / wave.length + wave.phase), base),
  )
}

interface Ridge {
  readonly base: number
  readonly rise: number
  readonly roughness: number
  readonly colour: Colour
  /** Mist at its foot. */
  readonly foot: Colour
}

export function ridge({ ctx, random }: Brush, { base, rise, roughness, colour, foot }: Ridge): number[] {
  const step = 5
  const line = ridgeLine(random, base, rise, roughness, step)
  const ground = ctx.createLinearGradient(0, base - rise * 1.6, 0, Math.min(height, base + 56))
  ground.addColorStop(0, css(colour))
  ground.addColorStop(1, css(foot))
  ctx.fillStyle = ground
  ctx.beginPath()
  ctx.moveTo(-step, height)
  for (const [at, y] of line.entries()) ctx.lineTo((at - 0.5) * step, y)
  ctx.lineTo(width + step, height)
  ctx.fill()
  return line
}

export function heightAt(line: readonly number[], x: number): number {
  return line[Math.min(line.length - 1, Math.max(0, Math.round(x / 5 + 0.5)))] ?? height
}

export function pine({ ctx, random }: Brush, x: number, y: number, tall: number, colour: Colour): void {
  ctx.fillStyle = css(lighter(colour, -8))
  ctx.fillRect(x - tall * 0.04, y - tall * 0.1, tall * 0.08, tall * 0.16)
  for (let tier = 0; tier < 3; tier++) {
    const foot = y - tall * (0.06 + 0.25 * tier)
    const half = tall * (0.27 - 0.065 * tier) * between(random, 0.9, 1.1)
    ctx.fillStyle = css(lighter(colour, tier * 5))
    ctx.beginPath()
    ctx.moveTo(x, foot - tall * 0.46)
    ctx.quadraticCurveTo(x + half * 0.4, foot - tall * 0.12, x + half, foot)
    ctx.quadraticCurveTo(x, foot + tall * 0.06, x - half, foot)
    ctx.quadraticCurveTo(x - half * 0.4, foot - tall * 0.12, x, foot - tall * 0.46)
    ctx.fill()
  }
}

export function roundTree({ ctx, random }: Brush, x: number, y: number, tall: number, colour: Colour): void {
  ctx.strokeStyle = css(lighter([28, 30, 40], -4))
  ctx.lineWidth = Math.max(1.4, tall * 0.08)
  ctx.beginPath()
  ctx.moveTo(x, y + 2)
  ctx.lineTo(x + between(random, -1, 1), y - tall * 0.6)
  ctx.stroke()
  for (let puff = 0; puff < 6; puff++) {
    ctx.fillStyle = css(lighter(colour, puff * 3 - 6))
    ctx.beginPath()
    ctx.arc(
      x + between(random, -0.24, 0.24) * tall,
      y - tall * (0.5 + 0.09 * puff) + between(random, -2, 2),
      tall * between(random, 0.17, 0.27),
      0,
      Math.PI * 2,
    )
    ctx.fill()
  }
}

export function house({ ctx, random, palette }: Brush, x: number, y: number, wide: number): void {
  const tall = wide * between(random, 0.55, 0.8)
  ctx.fillStyle = css(lighter(palette.sky[2], between(random, -4, 8)))
  ctx.fillRect(x, y - tall, wide, tall + 4)
  ctx.fillStyle = css(pick(random, palette.accents))
  ctx.beginPath()
  ctx.moveTo(x - wide * 0.12, y - tall)
  ctx.lineTo(x + wide / 2, y - tall - wide * 0.42)
  ctx.lineTo(x + wide * 1.12, y - tall)
  ctx.fill()
  ctx.fillStyle = css(lighter(palette.near, 4))
  for (const share of [0.2, 0.6])
    if (isLikely(random, 0.85)) ctx.fillRect(x + wide * share, y - tall * 0.7, wide * 0.2, tall * 0.34)
}

export function water({ ctx, random, palette }: Brush, horizon: number): void {
  const ground = ctx.createLinearGradient(0, horizon, 0, height)
  ground.addColorStop(0, css(mixed(palette.sky[2], palette.sky[1], 0.5)))
  ground.addColorStop(0.5, css(mixed(palette.sky[1], palette.sky[0], 0.7)))
  ground.addColorStop(1, css(mixed(palette.sky[0], palette.near, 0.45)))
  ctx.fillStyle = ground
  ctx.fillRect(0, horizon, width, height - horizon)
  for (let at = 0; at < 90; at++) {
    const y = horizon + (height - horizon) * between(random, 0, 1) ** 1.4
    const deep = (y - horizon) / (height - horizon)
    const x = between(random, -20, width)
    const half = between(random, 4, 12) * (0.5 + deep * 1.6)
    ctx.strokeStyle = isLikely(random, 0.62)
      ? css(palette.light, between(random, 0.25, 0.6))
      : css(lighter(palette.near, 6), between(random, 0.2, 0.4))
    ctx.lineWidth = 0.8 + deep * 1.7
    ctx.beginPath()
    ctx.moveTo(x, y)
    ctx.quadraticCurveTo(x + half, y - 1 - deep * 3, x + half * 2, y)
    ctx.stroke()
  }
}

export function sail({ ctx, random, palette }: Brush, x: number, y: number, tall: number): void {
  const lean = between(random, -0.06, 0.06) * tall
  ctx.fillStyle = css(lighter(palette.sky[2], 10))
  ctx.beginPath()
  ctx.moveTo(x + lean, y - tall)
  ctx.quadraticCurveTo(x + tall * 0.5, y - tall * 0.5, x + tall * 0.42, y - tall * 0.12)
  ctx.lineTo(x, y - tall * 0.12)
  ctx.fill()
  ctx.fillStyle = css(pick(random, palette.accents))
  ctx.beginPath()
  ctx.moveTo(x - 2 + lean, y - tall * 0.86)
  ctx.lineTo(x - tall * 0.3, y - tall * 0.12)
  ctx.lineTo(x - 2, y - tall * 0.12)
  ctx.fill()
  ctx.fillStyle = css(palette.near)
  ctx.beginPath()
  ctx.moveTo(x - tall * 0.36, y - tall * 0.07)
  ctx.lineTo(x + tall * 0.46, y - tall * 0.07)
  ctx.quadraticCurveTo(x + tall * 0.3, y + tall * 0.1, x, y + tall * 0.1)
  ctx.quadraticCurveTo(x - tall * 0.28, y + tall * 0.1, x - tall * 0.36, y - tall * 0.07)
  ctx.fill()
}
