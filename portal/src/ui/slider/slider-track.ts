/** Differences to the point before: image pixels, image pixels, milliseconds. */
export type TrackStep = readonly [dx: number, dy: number, dt: number]

export interface TrackPoint {
  readonly x: number
  readonly y: number
  readonly atMs: number
}

/** The limits of a track: more says no more about the movement. */
const mostSteps = 380

const tenth = (value: number) => Math.round(value * 10) / 10

/** Drops every second point, but never the last. */
function thinned(points: readonly TrackPoint[]): readonly TrackPoint[] {
  let kept = points
  while (kept.length > mostSteps) {
    kept = kept.filter((_point, at) => at % 2 === 0 || at === kept.length - 1)
  }
  return kept
}

/** The newest position of each millisecond, because every step must take time. */
function oncePerMillisecond(points: readonly TrackPoint[]): readonly TrackPoint[] {
  const kept: TrackPoint[] = []
  for (const { x, y, atMs } of points) {
    const point = { x, y, atMs: Math.round(atMs) }
    const before = kept.at(-1)
    if (!before || point.atMs > before.atMs) kept.push(point)
    else if (kept.length > 1) kept[kept.length - 1] = { ...point, atMs: before.atMs }
  }
  return kept
}

/**
 * The drag as steps, beginning with the grip (CAPT-6). Positions are rounded and not steps, so that the steps add up to
 * the final position.
 */
export function trackOf(points: readonly TrackPoint[]): TrackStep[] {
  const kept = thinned(oncePerMillisecond(points))
  return kept.map(({ x, y, atMs }, at): TrackStep => {
    const before = kept[at - 1] ?? { x, y, atMs }
    return [tenth(tenth(x) - tenth(before.x)), tenth(tenth(y) - tenth(before.y)), atMs - before.atMs]
  })
}
