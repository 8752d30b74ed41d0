/** Differences to the point before: image pixels, image pixels, milliseconds. */
export type TrackStep = readonly [dx: number, dy: number, dt: number]

export interface TrackPoint {
  readonly x: number
  readonly y: number
  readonly atMs: number
}

/** What a track may hold: more says no more about the hand that moved. */
const mostSteps = 380

const tenth = (value: number) => Math.round(value * 10) / 10

/** Every second point goes, the last one never. */
function thinned(points: readonly TrackPoint[]): readonly TrackPoint[] {
  let kept = points
  while (kept.length > mostSteps) {
    kept = kept.filter((_point, at) => at % 2 === 0 || at === kept.length - 1)
  }
  return kept
}

/** The newest place of each millisecond, because no step may take no time. */
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
 * The drag as steps, the grip itself the first of them (CAPT-6). Places are rounded and not steps, so that the steps add
 * up to where the block really is.
 */
export function trackOf(points: readonly TrackPoint[]): TrackStep[] {
  const kept = thinned(oncePerMillisecond(points))
  return kept.map(({ x, y, atMs }, at): TrackStep => {
    const before = kept[at - 1] ?? { x, y, atMs }
    return [tenth(tenth(x) - tenth(before.x)), tenth(tenth(y) - tenth(before.y)), atMs - before.atMs]
  })
}
