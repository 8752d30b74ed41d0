import { captchaLimits } from "@uc/contract/captcha/calls"
import { Path2D } from "@napi-rs/canvas"
import { between, type Random } from "./random.ts"

const { block, radius, dragMargin: box } = captchaLimits
/** How far a tab's centre stands outside of the block, a notch's inside: 42 + 4 + 10 fill the box of 56. */
const reach = box - block - radius

/** One tab on each axis; the side across from it is flat or has a notch. */
export interface Silhouette {
  readonly isTabLeft: boolean
  readonly isTabTop: boolean
  readonly hasNotchAcross: boolean
  readonly hasNotchDown: boolean
}

export const silhouettes: readonly Silhouette[] = Array.from({ length: 16 }, (_, bits) => ({
  isTabLeft: (bits & 1) > 0,
  isTabTop: (bits & 2) > 0,
  hasNotchAcross: (bits & 4) > 0,
  hasNotchDown: (bits & 8) > 0,
}))

export function differences(one: Silhouette, other: Silhouette): number {
  const features = ["isTabLeft", "isTabTop", "hasNotchAcross", "hasNotchDown"] as const
  return features.filter((feature) => one[feature] !== other[feature]).length
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A bump on a side that runs from `from` to `to` (clockwise); outwards is to the left of the way. */
function bumped(from: Point, to: Point, bump: "tab" | "notch" | "flat"): Point[] {
  const along = { x: Math.sign(to.x - from.x), y: Math.sign(to.y - from.y) }
  const out = { x: along.y, y: -along.x }
  const side = bump === "tab" ? 1 : -1
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const straight = (a: Point, b: Point, steps: number) =>
    Array.from({ length: steps }, (_, at) => ({
      x: a.x + ((b.x - a.x) * at) / steps,
      y: a.y + ((b.y - a.y) * at) / steps,
    }))
  if (bump === "flat") return straight(from, to, 8)
  const half = Math.sqrt(radius ** 2 - reach ** 2)
  const at = (t: number, u: number): Point => ({
    x: middle.x + along.x * t + out.x * u * side,
    y: middle.y + along.y * t + out.y * u * side,
  })
  const begin = Math.atan2(-reach, -half)
  const turn = 2 * Math.PI - 2 * Math.acos(reach / radius)
  const arc = Array.from({ length: 15 }, (_, step) => {
    const angle = begin - (turn * step) / 14
    return at(radius * Math.cos(angle), reach + radius * Math.sin(angle))
  })
  return [...straight(from, at(-half, 0), 4), ...arc, ...straight(at(half, 0), to, 4)]
}

const outlines = new Map<Silhouette, readonly Point[]>()

function outlineOf(silhouette: Silhouette): readonly Point[] {
  const known = outlines.get(silhouette)
  if (known) return known
  const left = silhouette.isTabLeft ? box - block : 0
  const top = silhouette.isTabTop ? box - block : 0
  const [right, bottom] = [left + block, top + block]
  const across = silhouette.hasNotchAcross ? "notch" : "flat"
  const down = silhouette.hasNotchDown ? "notch" : "flat"
  const points = [
    ...bumped({ x: left, y: top }, { x: right, y: top }, silhouette.isTabTop ? "tab" : down),
    ...bumped({ x: right, y: top }, { x: right, y: bottom }, silhouette.isTabLeft ? across : "tab"),
    ...bumped({ x: right, y: bottom }, { x: left, y: bottom }, silhouette.isTabTop ? down : "tab"),
    ...bumped({ x: left, y: bottom }, { x: left, y: top }, silhouette.isTabLeft ? "tab" : across),
  ]
  outlines.set(silhouette, points)
  return points
}

export interface Distortion {
  readonly scale: number
  readonly shiftX: number
  readonly shiftY: number
  /** How far the outline deviates, in pixels. */
  readonly wobble: number
}

export const undistorted: Distortion = { scale: 1, shiftX: 0, shiftY: 0, wobble: 0 }

/** The outline with its box's corner at (x, y). */
export function pathOf(
  silhouette: Silhouette,
  x: number,
  y: number,
  { scale, shiftX, shiftY, wobble }: Distortion,
  random: Random,
): Path2D {
  const path = new Path2D()
  const [across, down] = [between(random, 0, 6.3), between(random, 0, 6.3)]
  const [slow, quick] = [between(random, 0.07, 0.12), between(random, 0.16, 0.24)]
  for (const [at, point] of outlineOf(silhouette).entries()) {
    const bentX = wobble * (0.6 * Math.sin(point.y * quick + across) + 0.4 * Math.sin(point.x * slow + down))
    const bentY = wobble * (0.6 * Math.sin(point.x * quick + down) + 0.4 * Math.sin(point.y * slow + across))
    const toX = x + shiftX + box / 2 + (point.x - box / 2) * scale + bentX
    const toY = y + shiftY + box / 2 + (point.y - box / 2) * scale + bentY
    if (at === 0) path.moveTo(toX, toY)
    else path.lineTo(toX, toY)
  }
  path.closePath()
  return path
}

/** Whether a point of the box, widened by `margin`, belongs to the silhouette. */
export function isInside(silhouette: Silhouette, x: number, y: number, margin = 0): boolean {
  const left = silhouette.isTabLeft ? box - block : 0
  const top = silhouette.isTabTop ? box - block : 0
  const isIn = (centreX: number, centreY: number, r: number) =>
    (x - centreX) ** 2 + (y - centreY) ** 2 < r ** 2
  const [middleX, middleY] = [left + block / 2, top + block / 2]
  const tabX = silhouette.isTabLeft ? left - reach : left + block + reach
  const tabY = silhouette.isTabTop ? top - reach : top + block + reach
  if (isIn(tabX, middleY, radius + margin) || isIn(middleX, tabY, radius + margin)) return true
  const isInBlock =
    x > left - margin && x < left + block + margin && y > top - margin && y < top + block + margin
  if (!isInBlock) return false
  const notchX = silhouette.isTabLeft ? left + block - reach : left + reach
  const notchY = silhouette.isTabTop ? top + block - reach : top + reach
  if (silhouette.hasNotchAcross && isIn(notchX, middleY, radius - margin)) return false
  return !(silhouette.hasNotchDown && isIn(middleX, notchY, radius - margin))
}
