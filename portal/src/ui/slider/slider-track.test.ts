// @vitest-environment node
import { expect, test } from "vitest"
import { trackOf, type TrackPoint } from "./slider-track.ts"

function line(count: number, everyMs = 16): TrackPoint[] {
  return Array.from({ length: count }, (_unused, at) => ({
    x: at * 0.37,
    y: Math.sin(at),
    atMs: 5 + at * everyMs,
  }))
}
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test("[CAPT-6] steps are differences from the grip on, with one decimal, in whole milliseconds", () => {
  const points = [
    { x: 0, y: 0, atMs: 1000.2 },
    { x: 1.26, y: -0.44, atMs: 1016.9 },
    { x: 3, y: 0, atMs: 1033.1 },
  ]
  expect(trackOf(points)).toEqual([
    [0, 0, 0],
    [1.3, -0.4, 17],
    [1.7, 0.4, 16],
  ])
})

test("[CAPT-6] the steps add up to where the block is, however many were rounded", () => {
  const points = line(300)
  expect(sum(trackOf(points).map(([dx]) => dx))).toBeCloseTo(299 * 0.37, 0)
})

test("[CAPT-6] no step takes no time: the newest place of a millisecond counts", () => {
  const points = [
    { x: 0, y: 0, atMs: 10 },
    { x: 1, y: 0, atMs: 20 },
    { x: 2, y: 0, atMs: 20.3 },
    { x: 3, y: 0, atMs: 31 },
  ]
  expect(trackOf(points)).toEqual([
    [0, 0, 0],
    [2, 0, 10],
    [1, 0, 11],
  ])
})

test("[CAPT-6] a long drag has fewer steps, with its beginning, end and time", () => {
  const points = line(5000, 4)
  const track = trackOf(points)
  expect(track.length).toBeLessThanOrEqual(380)
  expect(track.length).toBeGreaterThan(150)
  expect(sum(track.map(([dx]) => dx))).toBeCloseTo(4999 * 0.37, 0)
  expect(sum(track.map(([, , dt]) => dt))).toBe(4999 * 4)
  expect(JSON.stringify(track).length).toBeLessThan(8192)
})
