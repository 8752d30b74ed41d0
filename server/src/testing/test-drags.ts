/** For tests: drags as people and as scripts make them, out of a random source between 0 and 1. */
export type Chance = () => number
export type TrackStep = [dx: number, dy: number, dt: number]

/** mulberry32: the same drags in every run. */
export function seeded(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const between = (chance: Chance, low: number, high: number) => low + chance() * (high - low)
const tenth = (value: number) => Math.round(value * 10) / 10

function gauss(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
}

/** The minimum-jerk curve: how far a hand is after this share of the time. */
const reached = (t: number) => 10 * t ** 3 - 15 * t ** 4 + 6 * t ** 5

interface Stroke {
  readonly from: number
  readonly to: number
  readonly fromMs: number
  readonly toMs: number
}

/** A reach that is a little off, a pause, a correction or two; trembling; a mouse or screen that reports unevenly. */
export function humanDrag(chance: Chance, x: number): TrackStep[] {
  const strokes: Stroke[] = []
  let [at, ms] = [0, between(chance, 20, 120)]
  const go = (to: number, lasts: number, pause: number) => {
    strokes.push({ from: at, to, fromMs: ms, toMs: ms + lasts })
    at = to
    ms += lasts + pause
  }
  const off = chance() < 0.6 ? between(chance, 0, 0.06) : -between(chance, 0, 0.08)
  go(x * (1 + off), between(chance, 350, 1100), between(chance, 20, 180))
  if (chance() < 0.4) go(x + between(chance, -3, 3), between(chance, 120, 350), between(chance, 20, 150))
  go(x, between(chance, 120, 400), between(chance, 0, 120))

  const every = chance() < 0.7 ? 1000 / 60 : 8
  const drift = between(chance, -6, 6)
  const points: { x: number; y: number; ms: number }[] = [{ x: 0, y: 0, ms: 0 }]
  let tremble = 0
  for (let now = every; now < ms; now += every) {
    const stroke = strokes.findLast(({ fromMs }) => fromMs <= now)
    const share = stroke ? Math.min(1, (now - stroke.fromMs) / (stroke.toMs - stroke.fromMs)) : 0
    const place = stroke ? stroke.from + (stroke.to - stroke.from) * reached(share) : 0
    tremble = tremble * 0.8 + gauss(chance) * 0.25
    const point = {
      x: tenth(Math.max(0, place + tremble * 0.6)),
      y: Math.round(drift * reached(Math.min(1, now / ms)) + tremble),
      ms: Math.round(now + gauss(chance) * 1.2),
    }
    const before = points.at(-1)
    // A pointer that does not move sends no events.
    if (before && point.ms > before.ms && (point.x !== before.x || point.y !== before.y)) points.push(point)
  }
  const last = points.at(-1)
  if (last) last.x = Math.round(x)
  return stepsBetween(points)
}

/** Held, released, and then pressed pixel by pixel. */
export function keyboardDrag(chance: Chance, x: number): TrackStep[] {
  const repeatMs = between(chance, 25, 40)
  const steps: TrackStep[] = []
  const far = Math.floor(x / 5)
  for (let press = 0; press < far; press++)
    steps.push([5, 0, press === 1 ? 500 : Math.round(repeatMs + gauss(chance) * 0.3)])
  for (let press = 0; press < Math.round(x) - far * 5; press++)
    steps.push([1, 0, Math.round(between(chance, 90, 260))])
  return steps
}

function stepsBetween(points: readonly { x: number; y: number; ms: number }[]): TrackStep[] {
  return points.slice(1).map((point, at): TrackStep => {
    const before = points[at] ?? point
    return [tenth(point.x - before.x), point.y - before.y, point.ms - before.ms]
  })
}

/** A script's path: its position after each of `count` even shares of the time. */
function evenSteps(x: number, count: number, stepMs: number, place: (share: number) => number): TrackStep[] {
  const points = Array.from({ length: count + 1 }, (_, at) => ({
    x: Math.round(x * place(at / count)),
    y: 0,
    ms: Math.round(at * stepMs),
  }))
  return stepsBetween(points)
}

/** C4: scripts that are found on the web. */
export const scriptedDrags: Readonly<Record<string, (chance: Chance, x: number) => TrackStep[]>> = {
  linear: (chance, x) => evenSteps(x, steps(chance), stepMs(chance), (share) => share),
  "linear, last step late": (chance, x) => {
    const track = evenSteps(x, steps(chance), stepMs(chance), (share) => share)
    const last = track.at(-1)
    if (last) last[2] += Math.round(between(chance, 200, 800))
    return track
  },
  "teleport in 10 ms": (_chance, x) => evenSteps(x, 10, 1, (share) => share),
  "teleport between waits": (chance, x) => {
    const jumpAt = Math.round(between(chance, 1, 10))
    return Array.from({ length: 12 }, (_, at): TrackStep => [
      at === jumpAt ? x : 0,
      0,
      Math.round(between(chance, 60, 140)),
    ])
  },
  "cubic ease-out": (chance, x) =>
    evenSteps(x, steps(chance), stepMs(chance), (share) => 1 - (1 - share) ** 3),
  "accelerate and brake": (chance, x) => {
    const everyMs = stepMs(chance)
    const track: TrackStep[] = []
    const t = between(chance, 0.2, 0.4)
    for (let at = 0, v = 0; at < x && track.length < 400;) {
      const a = at < x * 0.8 ? 2 : -3
      const dx = Math.min(x - at, Math.max(1, Math.round(v * t + (a * t * t) / 2)))
      v = Math.max(1, v + a * t)
      at += dx
      track.push([dx, 0, everyMs])
    }
    return track
  },
}

const steps = (chance: Chance) => Math.round(between(chance, 10, 80))
const stepMs = (chance: Chance) => Math.round(between(chance, 8, 60))
