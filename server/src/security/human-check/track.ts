import { captchaLimits, dragLimit, type sliderFields } from "@uc/contract/captcha/calls"
import { z } from "zod"

export type DragBy = NonNullable<z.infer<(typeof sliderFields)["chenckMoveBy"]>>

export interface Drag {
  /** The text of `[[dx,dy,dt],…]`, each the difference to the point before: image pixels and milliseconds. */
  readonly track: string
  /** The input device according to the browser. It only chooses between rules; none of them is without conditions. */
  readonly by: DragBy
  /** The final offset that was sent. */
  readonly code: number
  /** From the picture's issue to now, by the server's clock: the browser's times must fit into it. */
  readonly elapsedMs: number
}

export type Judged = { isGood: true; fingerprint: string } | { isGood: false; why: string }

/** CAPT-6. Pixels are image pixels. */
export const trackLimits = {
  steps: { least: 10, most: 400 },
  durationMs: 350,
  /** Nobody finds the hole and drags there in less. */
  elapsedMs: 800,
  /** Pixels per millisecond. A held arrow key is far slower than a hand. */
  speed: { mouse: 4, touch: 4, keyboard: 0.4 },
  /** A browser reports a finger's first pixels only once it knows that it is a drag. */
  firstStep: { mouse: 3, touch: 24, keyboard: 10 },
  keyPress: {
    moves: [1, 5],
    /** At the end of the slider a key press moves less. */
    others: 2,
    /** From so many steps on it may be a long track of which every second point was left out. */
    thinnedFrom: 150,
    thinned: 10,
  },
  /** As a share of the distance: more in one step is a jump and no drag. */
  longestStep: 0.5,
  end: 1,
} as const

const Track = z.array(z.tuple([z.number(), z.number(), z.number()]))
type Step = z.infer<typeof Track>[number]

/** Whether a hand could have made the track. Pure: the caller finds repeated tracks by the fingerprint. */
export function judgeTrack({ track, by, code, elapsedMs }: Drag): Judged {
  const steps = stepsOf(track)
  const why = steps === null ? "no track" : (impossible(steps, by, code, elapsedMs) ?? unlikely(steps, by))
  if (steps === null || why !== null) return { isGood: false, why: why ?? "" }
  // Whole pixels and milliseconds: a recording is recognised although its decimals were changed.
  return { isGood: true, fingerprint: JSON.stringify(steps.map((step) => step.map(Math.round))) }
}

function stepsOf(track: string): Step[] | null {
  if (track.length > captchaLimits.trackLength) return null
  try {
    return Track.safeParse(JSON.parse(track)).data ?? null
  } catch {
    return null
  }
}

/** One of these is enough. */
function impossible(steps: readonly Step[], by: DragBy, code: number, elapsedMs: number): string | null {
  const { least, most } = trackLimits.steps
  const [first] = steps
  if (!first || steps.length < least || steps.length > most) return "number of points"
  // The first step may be the press itself.
  if (steps.some(([, , dt], at) => (at === 0 ? dt < 0 : dt <= 0))) return "time stood still"
  if (elapsedMs < trackLimits.elapsedMs) return "sooner than anybody could"
  const durationMs = sum(steps, ([, , dt]) => dt)
  if (durationMs < trackLimits.durationMs) return "shorter than a drag"
  if (durationMs > elapsedMs) return "longer than the picture is out"
  if (Math.abs(first[0]) > trackLimits.firstStep[by]) return "does not begin at the start"
  if (Math.abs(sum(steps, ([dx]) => dx) - code) > trackLimits.end) return "does not end at the offset"
  if (by === "keyboard" && !areKeyPresses(steps)) return "not by arrow keys"
  if (steps.some((step) => isTooFast(step, trackLimits.speed[by]))) return "faster than a hand"
  if (steps.some(([dx]) => Math.abs(dx) > code * trackLimits.longestStep)) return "a jump"
  let x = 0
  for (const [dx] of steps) {
    x += dx
    if (x < -trackLimits.end || x > dragLimit(captchaLimits.width) + trackLimits.end)
      return "outside of the slider"
  }
  return null
}

const unevenMs = 4

/** Times are reported unevenly: a step one millisecond after another may hold the distance of a whole frame. */
function isTooFast([dx, dy, dt]: Step, most: number): boolean {
  return Math.hypot(dx, dy) > most * Math.max(dt, unevenMs)
}

function areKeyPresses(steps: readonly Step[]): boolean {
  const { moves, others, thinnedFrom, thinned } = trackLimits.keyPress
  if (!steps.every(([dx, dy]) => dy === 0 && Number.isInteger(dx) && Math.abs(dx) <= thinned)) return false
  const odd = steps.filter(([dx]) => !moves.some((move) => move === Math.abs(dx)))
  return odd.length <= others || steps.length >= thinnedFrom
}

/** People show one of these, but not two. A held arrow key is always straight and even. */
function unlikely(steps: readonly Step[], by: DragBy): string | null {
  if (by === "keyboard") return null
  const speeds = steps.map(speedOf)
  const signs = [
    ["straight", steps.slice(1).every(([, dy]) => dy === 0)],
    ["even speed", variation(speeds) < 0.25],
    ["no slow-down", !slowsDown(speeds)],
    ["even times", variation(steps.slice(1).map(([, , dt]) => dt)) < 0.02],
  ] as const
  const seen = signs.flatMap(([name, isSeen]) => (isSeen ? [name] : []))
  return seen.length >= 2 ? seen.join(", ") : null
}

/** Everybody gets slower towards the hole. */
function slowsDown(speeds: readonly number[]): boolean {
  const last = Math.max(2, Math.round(speeds.length * 0.15))
  return mean(speeds.slice(-last)) < 0.8 * mean(speeds.slice(0, -last))
}

/** Standard deviation by mean, without a tenth at either end: one late step must not hide that all others are alike. */
function variation(values: readonly number[]): number {
  const cut = Math.ceil(values.length / 10)
  const middle = values.toSorted((a, b) => a - b).slice(cut, -cut)
  const centre = mean(middle)
  return centre === 0 ? 0 : Math.sqrt(mean(middle.map((value) => (value - centre) ** 2))) / centre
}

function speedOf([dx, dy, dt]: Step): number {
  return dx === 0 && dy === 0 ? 0 : Math.hypot(dx, dy) / dt
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0)
}

function mean(values: readonly number[]): number {
  return sum(values, (value) => value) / values.length
}
