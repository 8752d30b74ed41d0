import { captchaLimits } from "@uc/contract/captcha/calls"
import { Path2D } from "@napi-rs/canvas"
import { between, isLikely, pick } from "../random.ts"
import {
  clouds,
  glow,
  heightAt,
  house,
  pine,
  ridge,
  roundTree,
  sail,
  sky,
  sun,
  water,
  type Brush,
} from "./land.ts"
import { css, lighter, mixed } from "./palette.ts"

const { width, height } = captchaLimits

function mountains(brush: Brush): void {
  const { random, palette } = brush
  sky(brush, 130)
  sun(brush, 100)
  clouds(brush, 5, 80)
  const layers = 5
  for (let at = 0; at < layers; at++) {
    const share = at / (layers - 1)
    const colour = mixed(palette.far, palette.near, share)
    const line = ridge(brush, {
      base: 62 + share * 112 + between(random, -6, 6),
      rise: 20 - share * 8,
      roughness: 0.52 - share * 0.12,
      colour,
      foot: mixed(lighter(colour, 16), palette.sky[2], 0.35 * (1 - share)),
    })
    for (let tree = 0; tree < at * 11; tree++) {
      const x = between(random, -8, width + 8)
      pine(
        brush,
        x,
        heightAt(line, x) + between(random, 1, 6 + at * 4),
        8 + at * between(random, 4, 8),
        lighter(colour, between(random, -9, 4)),
      )
    }
  }
}

function lake(brush: Brush): void {
  const { random, palette } = brush
  const horizon = between(random, 78, 104)
  sky(brush, horizon)
  sun(brush, horizon)
  clouds(brush, 5, horizon * 0.7)
  for (const share of [0.1, 0.55]) {
    const colour = mixed(palette.far, palette.near, share)
    const line = ridge(brush, {
      base: horizon - 16 + share * 20,
      rise: 15 - share * 7,
      roughness: 0.5,
      colour,
      foot: lighter(colour, 10),
    })
    for (let tree = 0; tree < share * 60; tree++) {
      const x = between(random, 0, width)
      pine(brush, x, heightAt(line, x) + 3, between(random, 9, 16), lighter(colour, -6))
    }
  }
  water(brush, horizon)
  for (let at = 0; at < 7; at++) {
    const y = between(random, horizon + 10, height - 8)
    sail(brush, between(random, 16, width - 16), y, 12 + (y - horizon) * 0.34)
  }
}

function village(brush: Brush): void {
  const { random, palette } = brush
  sky(brush, 100)
  sun(brush, 70)
  clouds(brush, 6, 66)
  const layers = 4
  for (let at = 0; at < layers; at++) {
    const share = at / (layers - 1)
    const colour = mixed(mixed(palette.far, palette.near, share), [96, 42, 52], 0.45)
    const line = ridge(brush, {
      base: 80 + share * 88,
      rise: 12,
      roughness: 0.3,
      colour: lighter(colour, 8),
      foot: lighter(colour, -4),
    })
    const size = 9 + at * 6
    for (let thing = 0; thing < 15 - at * 2; thing++) {
      const x = between(random, -6, width)
      const y = heightAt(line, x) + between(random, 2, 10 + at * 3)
      if (isLikely(random, 0.26)) house(brush, x, y, size * 1.1)
      else if (isLikely(random, 0.6))
        roundTree(brush, x, y, size * 1.7, lighter(pick(random, [colour, ...palette.accents]), -4))
      else pine(brush, x, y, size * 2, lighter(colour, -10))
    }
  }
}

function town(brush: Brush): void {
  const { ctx, random, palette } = brush
  sky(brush, 150)
  sun(brush, 90)
  clouds(brush, 5, 70)
  for (let layer = 0; layer < 3; layer++) {
    const colour = mixed(palette.far, palette.near, layer / 2)
    for (let x = -8; x < width;) {
      const wide = between(random, 18, 38)
      const top = between(random, 52, 108) + layer * 30
      const wall = mixed(colour, pick(random, palette.accents), between(random, 0, 0.4))
      const ground = ctx.createLinearGradient(x, top, x + wide, height)
      ground.addColorStop(0, css(lighter(wall, 7)))
      ground.addColorStop(1, css(lighter(wall, -3)))
      ctx.fillStyle = ground
      ctx.fillRect(x, top, wide, height - top)
      if (isLikely(random, 0.4)) {
        ctx.fillStyle = css(pick(random, palette.accents))
        ctx.beginPath()
        ctx.moveTo(x - 2, top)
        ctx.lineTo(x + wide / 2, top - between(random, 8, 20))
        ctx.lineTo(x + wide + 2, top)
        ctx.fill()
      }
      const [stepX, stepY] = [between(random, 6, 9), between(random, 8, 12)]
      const [lit, unlit] = [new Path2D(), new Path2D()]
      for (let y = top + 6; y < Math.min(height, top + 74); y += stepY)
        for (let at = x + 4; at < x + wide - 5; at += stepX)
          if (isLikely(random, 0.72)) (isLikely(random, 0.55) ? lit : unlit).rect(at, y, 3.4, 4.6)
      ctx.fillStyle = css(palette.light, between(random, 0.6, 0.9))
      ctx.fill(lit)
      ctx.fillStyle = css(lighter(wall, -14), 0.7)
      ctx.fill(unlit)
      x += wide + between(random, -2, 7)
    }
  }
}

function garden(brush: Brush): void {
  const { ctx, random, palette } = brush
  sky(brush, height)
  for (let at = 0; at < 5; at++)
    glow(
      ctx,
      between(random, 0, width),
      between(random, 0, height),
      between(random, 50, 110),
      css(palette.light, 0.5),
      css(palette.light, 0),
    )
  for (let at = 0; at < 38; at++) {
    const colour = isLikely(random, 0.6)
      ? mixed(palette.far, palette.near, between(random, 0, 1))
      : pick(random, palette.accents)
    leaf(
      brush,
      between(random, -10, width + 10),
      between(random, -10, height + 10),
      between(random, 34, 84),
      lighter(colour, between(random, -5, 10)),
    )
  }
}

function leaf(
  { ctx, random }: Brush,
  x: number,
  y: number,
  long: number,
  colour: Parameters<typeof css>[0],
): void {
  const half = long * between(random, 0.16, 0.28)
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(between(random, 0, Math.PI * 2))
  const ground = ctx.createLinearGradient(0, -half, 0, half)
  ground.addColorStop(0, css(lighter(colour, 9)))
  ground.addColorStop(0.5, css(colour))
  ground.addColorStop(0.52, css(lighter(colour, -6)))
  ground.addColorStop(1, css(lighter(colour, -2)))
  ctx.fillStyle = ground
  ctx.beginPath()
  ctx.moveTo(0, 0)
  ctx.bezierCurveTo(long * 0.25, -half * 1.5, long * 0.75, -half, long, 0)
  ctx.bezierCurveTo(long * 0.75, half, long * 0.25, half * 1.5, 0, 0)
  ctx.fill()
  ctx.strokeStyle = css(lighter(colour, 16), 0.8)
  ctx.lineWidth = 0.9
  ctx.beginPath()
  ctx.moveTo(-long * 0.1, 0)
  ctx.lineTo(long, 0)
  for (let vein = 1; vein < 5; vein++) {
    const at = (long * vein) / 6
    ctx.moveTo(at, 0)
    ctx.lineTo(at + half * 0.9, -half * 0.66)
    ctx.moveTo(at, 0)
    ctx.lineTo(at + half * 0.9, half * 0.66)
  }
  ctx.stroke()
  ctx.restore()
}

function ribbons(brush: Brush): void {
  const { ctx, random, palette } = brush
  sky(brush, height)
  for (let at = 0; at < 4; at++)
    glow(
      ctx,
      between(random, 0, width),
      between(random, 0, height),
      between(random, 60, 130),
      css(palette.light, 0.6),
      css(palette.light, 0),
    )
  const colours = [palette.far, palette.near, ...palette.accents]
  for (let at = 0; at < 13; at++) {
    const colour = pick(random, colours)
    const y = -20 + at * 18 + between(random, -8, 8)
    const [one, two, three] = [between(random, -50, 50), between(random, -50, 50), between(random, -40, 40)]
    const thick = between(random, 10, 30)
    const ground = ctx.createLinearGradient(0, 0, width, 0)
    ground.addColorStop(0, css(lighter(colour, 8), 0.85))
    ground.addColorStop(0.5, css(lighter(colour, -3), 0.7))
    ground.addColorStop(1, css(lighter(mixed(colour, pick(random, colours), 0.5), 6), 0.9))
    ctx.fillStyle = ground
    ctx.beginPath()
    ctx.moveTo(-5, y)
    ctx.bezierCurveTo(width * 0.3, y + one, width * 0.6, y + two, width + 5, y + three)
    ctx.lineTo(width + 5, y + three + thick)
    ctx.bezierCurveTo(width * 0.6, y + two + thick * 1.5, width * 0.3, y + one + thick * 0.7, -5, y + thick)
    ctx.fill()
  }
  for (let at = 0; at < 26; at++) {
    const size = between(random, 4, 22)
    ctx.beginPath()
    ctx.arc(between(random, 0, width), between(random, 0, height), size, 0, Math.PI * 2)
    if (isLikely(random, 0.4)) {
      ctx.strokeStyle = css(palette.light, 0.7)
      ctx.lineWidth = between(random, 1, 3)
      ctx.stroke()
    } else {
      ctx.fillStyle = css(lighter(pick(random, colours), 8), between(random, 0.4, 0.85))
      ctx.fill()
    }
  }
}

export const scenes: readonly ((brush: Brush) => void)[] = [mountains, lake, village, town, garden, ribbons]
